/** Formulas of https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */

export type Triple = [number, number, number]

export const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

export function luminanceOf(color: Triple): number {
  const [red, green, blue] = color.map(toLinear) as Triple
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const contrastOf = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
