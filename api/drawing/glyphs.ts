/** Texts as glyphs, for the PDF and for pictures alike. Imported only by the thread that draws. */
import type { Font, GlyphPosition } from 'fontkit'
import { type Family, fontOf, type Weight } from './fonts.ts'

/** A glyph, with the part of the text that it stands for. Distances are in parts of the font's `unitsPerEm`. */
export type PlacedGlyph = { id: number; text: string; endsLetter: boolean; position: GlyphPosition }

const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** A text letter by letter, accents and conjuncts with the letter that they belong to. */
export const inLetters = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

const lettersByFont = new WeakMap<Font, Map<string, PlacedGlyph[]>>()

/** One letter in a font. Kept: lines are measured again and again. */
function glyphsOfLetter(font: Font, letter: string): PlacedGlyph[] {
  const letters = lettersByFont.get(font) ?? new Map<string, PlacedGlyph[]>()
  lettersByFont.set(font, letters)
  const kept = letters.get(letter)
  if (kept) return kept
  const characters = [...letter]
  const composed = layOut(font, letter, { liga: false })
  // A glyph that stands for no character would be read as garbage: such a letter is not taken apart.
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

// fontkit takes features that are off as well, which its types leave out. It changes the object that it is given.
const layOut = (font: Font, text: string, features: Record<string, boolean>) => font.layout(text, { ...features } as never)

/** A text in a font, with kerning. fontkit mixes up which characters a glyph stands for, so they are counted here. */
export function glyphsIn(font: Font, text: string): PlacedGlyph[] {
  const placed = inLetters(text).flatMap((letter) => glyphsOfLetter(font, letter))
  const line = layOut(font, text, wholeLetters)
  const isAlike = line.glyphs.length === placed.length && line.glyphs.every(({ id }, index) => id === placed[index]?.id)
  return isAlike ? placed.map((glyph, index) => ({ ...glyph, position: line.positions[index] ?? glyph.position })) : placed
}

/** The width of a text at a size of 1, without kerning. */
export function widthOf(text: string, family: Family, weight: Weight): number {
  const font = fontOf(family, weight)
  const glyphs = inLetters(text).flatMap((letter) => glyphsOfLetter(font, letter))
  return glyphs.reduce((width, { position }) => width + position.xAdvance, 0) / font.unitsPerEm
}

/** A line of text at a point: its left end and baseline. `spacing` is added after each letter. */
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

/** A line of text as SVG shapes: an SVG may name only fonts that the machine has. */
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
