/** How bright colours are, as WCAG 2.2 has it: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */

/** Red, green and blue of a colour, or what is made of them. */
export type Triple = [number, number, number]

/** The light of a channel of sRGB, both from 0 to 1. */
export const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** The relative luminance of a colour, whose channels are those of sRGB; all from 0 to 1. */
export function luminanceOf(color: Triple): number {
  const [red, green, blue] = color.map(toLinear) as Triple
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two luminances, from 1 to 21. */
export const contrastOf = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
