export const colours = {
  paper: '#fdfaf5',
  sand: '#e6dccb',
  ink: '#1d1838',
  indigo: '#342b70',
  cochineal: '#b3123f',
  rose: '#ff7d97',
  marigold: '#eda32f',
  terracotta: '#d2643c',
  jade: '#1f7a5c',
  sky: '#a9cdd6',
  lilac: '#b9aefc',
} as const

export type Colour = keyof typeof colours

export const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`

export const shape = (fill: string, d: string, more = '') => `<path fill="${fill}" d="${d}"${more && ` ${more}`}/>`

export const dot = (fill: string, x: number, y: number, radius: number) =>
  `<circle fill="${fill}" cx="${x}" cy="${y}" r="${radius}"/>`

export const line = (colour: string, width: number, d: string, more = '') =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"${more && ` ${more}`}/>`

/** Draws a diamond around (x, y) with `steps` rows from the middle to the tip, each `unit` high. */
export function steppedDiamond(x: number, y: number, steps: number, unit: number): string {
  const rows = Array.from({ length: 2 * steps - 1 }, (_, row) => {
    const half = (steps - Math.abs(row - steps + 1) - 0.5) * unit
    return `M${x - half} ${y + (row - steps + 0.5) * unit}h${2 * half}v${unit}h${-2 * half}z`
  })
  return rows.join('')
}
