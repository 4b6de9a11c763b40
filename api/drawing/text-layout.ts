import { type Family, familyFor, type Weight } from './fonts.ts'
import { lettersOf, type PlacedText, widthOf } from './glyphs.ts'

export type TextStyle = { size: number; maxLines: number; spacing?: number; weight: Weight; color: string; leading?: number }
export type TextLine = TextStyle & { text: string; family: Family; height: number }

export function breakLines(text: string, style: TextStyle, width: number): TextLine[] {
  const { size, maxLines, leading = 1.28 } = style
  const family = familyFor(text)
  const lines = splitLines(text, family, style, width)
  const texts = lines.slice(0, maxLines)
  if (lines.length > maxLines) texts.push(`${texts.pop()?.replace(/[\s.,;:]*\S?$/, '')}…`)
  return texts.map((line) => ({ ...style, text: line, family, height: Math.round(size * leading) }))
}

export function breakEvenly(text: string, style: TextStyle, width: number): TextLine[] {
  const family = familyFor(text)
  const lineCount = breakLines(text, style, width).length
  const wordWidth = widestWord(text, family, style.weight) * style.size
  const needsNoMoreLines = (width: number) => splitLines(text, family, style, width).length <= lineCount
  if (!needsNoMoreLines(width)) return breakLines(text, style, width)
  let [from, to] = [wordWidth < width ? Math.max(wordWidth, width / 3) : width / 3, width]
  while (to - from > 8) {
    const middle = (from + to) / 2
    if (needsNoMoreLines(middle)) to = middle
    else from = middle
  }
  return breakLines(text, style, to)
}

const widestWord = (text: string, family: Family, weight: Weight) =>
  Math.max(...text.split(' ').map((word) => widthOf(word, family, weight)))

function splitLines(text: string, family: Family, { size, weight, spacing = 0 }: TextStyle, width: number): string[] {
  const fits = (part: string) => widthOf(part, family, weight) * size + part.length * spacing <= width
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
    for (const letter of lettersOf(word)) {
      if (line && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return line ? [...lines, line] : lines
}

/** Breaks a title into lines, in the largest size that fits. `sizes` begins with the largest. */
export function fitTitle(
  title: string,
  sizes: number[],
  room: { width: number; height: number },
  look: Pick<TextStyle, 'color' | 'leading'>,
): TextLine[] {
  const styleOf = (size: number): TextStyle => ({ ...look, size, maxLines: 99, weight: 800, spacing: -size / 80 })
  const wordWidth = widestWord(title, familyFor(title), 800)
  for (const size of sizes) {
    const lines = breakLines(title, styleOf(size), room.width)
    const isUncut = wordWidth * size <= room.width || size <= (sizes[sizes.length >> 1] ?? 0)
    if (isUncut && heightOf(lines) <= room.height) return breakEvenly(title, styleOf(size), room.width)
  }
  const size = sizes.at(-1) ?? 28
  const maxLines = Math.max(1, Math.floor(room.height / (size * (look.leading ?? 1))))
  return breakLines(title, { ...styleOf(size), maxLines }, room.width)
}

export const heightOf = (lines: TextLine[]): number => lines.reduce((sum, { height }) => sum + height, 0)

/** The height of capitals is 0.72 of the font size. Each text is centred in its line by the height of its capitals. */
export function placeLines(lines: TextLine[], x: number, top: number): PlacedText[] {
  let bottom = top
  return lines.map((line) => {
    bottom += line.height
    return { ...line, spacing: line.spacing ?? 0, x, y: bottom - (line.height - line.size * 0.72) / 2 }
  })
}
