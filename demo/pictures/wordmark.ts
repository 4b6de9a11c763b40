/** Words as outlines, for a drawing shown as an image has no typefaces but those of the machine it is shown on. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A line of text: its size in pixels, its weight, its colour, and what is added between letters in pixels. */
export type Words = { text: string; size: number; weight: 400 | 600 | 800; colour: string; spacing?: number }

export type Outline = { width: number; height: number; content: string }

const require = createRequire(import.meta.url)
const fonts = ([400, 600, 800] as const).map((weight) => {
  const file = require.resolve(`@fontsource/funnel-display/files/funnel-display-latin-${weight}-normal.woff`)
  return { name: 'Funnel Display', weight, data: readFileSync(file) }
})

/** Lines set one below the other, as SVG paths, with the room they take in pixels. */
export async function outline(lines: Words[]): Promise<Outline> {
  const { default: satori } = await import('satori')
  const children = lines.map(({ text, size, weight, colour, spacing = 0 }) => ({
    type: 'div',
    props: {
      style: { fontSize: size, fontWeight: weight, color: colour, letterSpacing: spacing, lineHeight: 1.05 },
      children: text,
    },
  }))
  const column = { display: 'flex', flexDirection: 'column', whiteSpace: 'nowrap' }
  const height = Math.ceil(lines.reduce((sum, { size }) => sum + size * 1.05, 0))
  const drawn = await satori({ type: 'div', props: { style: column, children } } as never, { height, fonts })
  return {
    width: Number(/width="([\d.]+)"/.exec(drawn)?.[1]),
    height,
    content: [...drawn.matchAll(/<path [^>]*>/g)].map(([path]) => shortened(path)).join(''),
  }
}

/** With a tenth of a pixel where there was a millionth, and without lines of no length. */
function shortened(path: string): string {
  return path
    .replace(/\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10))
    .replace(/(-?[\d.]+ -?[\d.]+)L\1(?=[A-Z"])/g, '$1')
}
