/** Glyphs for PDF and pictures. Imported only by the drawing thread. */
import type { Font, GlyphPosition } from 'fontkit'
import { type Family, fontOf, type Weight } from './fonts.ts'

/** Distances are in the font's units (`unitsPerEm`). */
export type PlacedGlyph = { id: number; text: string; endsLetter: boolean; position: GlyphPosition }

const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** Keeps accents and conjuncts with their letter. */
export const inLetters = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

const lettersByFont = new WeakMap<Font, Map<string, PlacedGlyph[]>>()

/** Cached, because lines are measured repeatedly. */
function glyphsOfLetter(font: Font, letter: string): PlacedGlyph[] {
  const letters = lettersByFont.get(font) ?? new Map<string, PlacedGlyph[]>()
  lettersByFont.set(font, letters)
  const kept = letters.get(letter)
  if (kept) return kept
  const characters = [...letter]
  const composed = layOut(font, letter, { liga: false })
  // A glyph without a character would read as garbage, so such a letter stays composed.
  const { glyphs, positions } = composed.glyphs.length > characters.length ? layOut(font, letter, wholeLetters) : composed
  const placed = glyphs.map(({ id }, index): PlacedGlyph => {
    const endsLetter = index === glyphs.length - 1
    const text = endsLetter ? characters.slice(index).join('') : (characters[index] ?? '')
    return { id, text, endsLetter, position: positions[index] as GlyphPosition }
  })
  letters.set(letter, placed)
  return placed
}

const wholeLetters = { liga: false, ccmp: false }

// fontkit accepts disabled features, which its types omit. It also changes the object.
const layOut = (font: Font, text: string, features: Record<string, boolean>) => font.layout(text, { ...features } as never)

/** Glyphs with kerning. Counts characters itself, because fontkit assigns them wrongly. */
export function glyphsIn(font: Font, text: string): PlacedGlyph[] {
  const placed = inLetters(text).flatMap((letter) => glyphsOfLetter(font, letter))
  const line = layOut(font, text, wholeLetters)
  const isAlike = line.glyphs.length === placed.length && line.glyphs.every(({ id }, index) => id === placed[index]?.id)
  return isAlike ? placed.map((glyph, index) => ({ ...glyph, position: line.positions[index] ?? glyph.position })) : placed
}

/** Width at size 1, without kerning. */
export function widthOf(text: string, family: Family, weight: Weight): number {
  const font = fontOf(family, weight)
  const glyphs = inLetters(text).flatMap((letter) => glyphsOfLetter(font, letter))
  return glyphs.reduce((width, { position }) => width + position.xAdvance, 0) / font.unitsPerEm
}

/** Starts at the left end of the baseline. `spacing` follows each letter. */
export type PlacedText = {
  text: string
  x: number
  y: number
  size: number
  family: Family
  weight: Weight
  color: string
  spacing: number
}

/** SVG paths, because an SVG can only name installed fonts. */
export function shapesOf({ text, x, y, size, family, weight, color, spacing }: PlacedText): string {
  const font = fontOf(family, weight)
  const scale = size / font.unitsPerEm
  let at = x
  const shapes = glyphsIn(font, text).map(({ id, endsLetter, position: { xAdvance, xOffset, yOffset } }) => {
    const [left, baseline] = [at + xOffset * scale, y - yOffset * scale]
    at += xAdvance * scale + (endsLetter ? spacing : 0)
    const d = font.getGlyph(id).path.toSVG()
    return d && `<path transform="translate(${left} ${baseline}) scale(${scale} ${-scale})" d="${d}"/>`
  })
  return `<g fill="${color}">${shapes.join('')}</g>`
}
