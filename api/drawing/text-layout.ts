/** Line breaks and title sizes. */
import { type Family, familyFor, type Weight } from './fonts.ts'
import { inLetters, type PlacedText, widthOf } from './glyphs.ts'

/** `most` is the maximum number of lines. */
export type Setting = { size: number; most: number; spacing?: number; weight: Weight; color: string; leading?: number }
export type Line = Setting & { text: string; family: Family; height: number }

/** Breaks lines at `width` and cuts the last after `most` lines. */
export function set(text: string, setting: Setting, width: number): Line[] {
  const { size, most, leading = 1.28 } = setting
  const family = familyFor(text)
  const lines = inLinesOf(text, family, setting, width)
  const shown = lines.slice(0, most)
  if (lines.length > most) shown.push(`${shown.pop()?.replace(/[\s.,;:]*\S?$/, '')}…`)
  return shown.map((line) => ({ ...setting, text: line, family, height: Math.round(size * leading) }))
}

/** Like `set`, with even lines, so that no last word stands alone. */
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

/** Cuts a word that does not fit. */
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

/** The largest of the falling `sizes` without a cut word, else the smallest. */
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

/** Places lines from `top`. Capitals are centred in their line. */
export function placed(lines: Line[], left: number, top: number): PlacedText[] {
  return lines.map((line, index) => {
    const bottom = top + heightOf(lines.slice(0, index + 1))
    return { ...line, spacing: line.spacing ?? 0, x: left, y: bottom - (line.height - line.size * 0.72) / 2 }
  })
}
