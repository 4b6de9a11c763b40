/** Sets texts: where lines end, and how large a title can be. */
import { type Family, familyFor, type Weight } from './fonts.ts'
import { inLetters, type PlacedText, widthOf } from './glyphs.ts'

/** How a text is set: size in units, and lines at most. */
export type Setting = { size: number; most: number; spacing?: number; weight: Weight; color: string; leading?: number }
export type Line = Setting & { text: string; family: Family; height: number }

/** A text in lines of this width, the last of them cut where there would be more than `most`. */
export function set(text: string, setting: Setting, width: number): Line[] {
  const { size, most, leading = 1.28 } = setting
  const family = familyFor(text)
  const lines = inLinesOf(text, family, setting, width)
  const shown = lines.slice(0, most)
  if (lines.length > most) shown.push(`${shown.pop()?.replace(/[\s.,;:]*\S?$/, '')}…`)
  return shown.map((line) => ({ ...setting, text: line, family, height: Math.round(size * leading) }))
}

/** The same in as many lines, as even as they can be: a last word does not stand alone. */
export function evenly(text: string, setting: Setting, width: number): Line[] {
  const family = familyFor(text)
  const count = set(text, setting, width).length
  const longest = Math.max(...text.split(' ').map((word) => widthOf(word, family, setting.weight))) * setting.size
  let [from, to] = [longest < width ? Math.max(longest, width / 3) : width / 3, width]
  const isEven = (width: number) => inLinesOf(text, family, setting, width).length <= count
  if (!isEven(width)) return set(text, setting, width)
  while (to - from > 8) {
    const middle = (from + to) / 2
    if (isEven(middle)) to = middle
    else from = middle
  }
  return set(text, setting, to)
}

const inLinesOf = (text: string, family: Family, { size, weight, spacing = 0 }: Setting, width: number) =>
  inLines(text, (part) => widthOf(part, family, weight) * size + part.length * spacing <= width)

/** Words put into lines for which `fits` holds; a word that fits into none is cut. */
function inLines(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const letter of inLetters(word)) {
      if (line && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return line ? [...lines, line] : lines
}

/** A title in the largest of `sizes` (which fall) at which it fits without a word being cut; in the smallest, cut, where none does. */
export function titled(
  title: string,
  sizes: number[],
  room: { width: number; height: number },
  look: Pick<Setting, 'color' | 'leading'>,
): Line[] {
  const setting = (size: number): Setting => ({ ...look, size, most: 99, weight: 800, spacing: -size / 80 })
  const longest = Math.max(...title.split(' ').map((word) => widthOf(word, familyFor(title), 800)))
  for (const size of sizes) {
    const lines = set(title, setting(size), room.width)
    const isWhole = longest * size <= room.width || size <= (sizes[sizes.length >> 1] ?? 0)
    if (isWhole && lines.length * (lines[0]?.height ?? 0) <= room.height) return evenly(title, setting(size), room.width)
  }
  const size = sizes.at(-1) ?? 28
  return set(title, { ...setting(size), most: Math.max(1, Math.floor(room.height / (size * (look.leading ?? 1)))) }, room.width)
}

export const heightOf = (lines: Line[]): number => lines.reduce((sum, { height }) => sum + height, 0)

/** Lines one below the other from `top` on. The middle of capitals is the middle of their line. */
export function placed(lines: Line[], left: number, top: number): PlacedText[] {
  return lines.map((line, index) => {
    const bottom = top + heightOf(lines.slice(0, index + 1))
    return { ...line, spacing: line.spacing ?? 0, x: left, y: bottom - (line.height - line.size * 0.72) / 2 }
  })
}
