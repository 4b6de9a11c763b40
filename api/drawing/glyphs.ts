import type { Font, GlyphPosition } from 'fontkit'
import { type Family, fontOf, type Weight } from './fonts.ts'

/** Distances are in the font's units (`unitsPerEm`). */
type PlacedGlyph = { id: number; text: string; endsLetter: boolean; position: GlyphPosition }

const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })

export const lettersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

const lettersByFont = new WeakMap<Font, Map<string, PlacedGlyph[]>>()

function glyphsOfLetter(font: Font, letter: string): PlacedGlyph[] {
  const letters = lettersByFont.get(font) ?? new Map<string, PlacedGlyph[]>()
  lettersByFont.set(font, letters)
  const cached = letters.get(letter)
  if (cached) return cached
  const characters = [...letter]
  const composed = layOut(font, letter, { liga: false })
  // Does not split a letter that has more glyphs than characters. Screen readers would read the glyphs without a character as
  // garbage.
  const { glyphs, positions } = composed.glyphs.length > characters.length ? layOut(font, letter, wholeLetters) : composed
  const letterGlyphs = glyphs.map(({ id }, index): PlacedGlyph => {
    const endsLetter = index === glyphs.length - 1
    const text = endsLetter ? characters.slice(index).join('') : (characters[index] ?? '')
    return { id, text, endsLetter, position: positions[index] as GlyphPosition }
  })
  letters.set(letter, letterGlyphs)
  return letterGlyphs
}

const wholeLetters = { liga: false, ccmp: false }

// fontkit accepts `false` for a feature, although its types do not. It changes the object, so it gets a copy.
const layOut = (font: Font, text: string, features: Record<string, boolean>) => font.layout(text, { ...features } as never)

export function glyphsIn(font: Font, text: string): PlacedGlyph[] {
  const glyphs = lettersOf(text).flatMap((letter) => glyphsOfLetter(font, letter))
  const line = layOut(font, text, wholeLetters)
  const isAlike = line.glyphs.length === glyphs.length && line.glyphs.every(({ id }, index) => id === glyphs[index]?.id)
  return isAlike ? glyphs.map((glyph, index) => ({ ...glyph, position: line.positions[index] ?? glyph.position })) : glyphs
}

export function widthOf(text: string, family: Family, weight: Weight): number {
  const font = fontOf(family, weight)
  const glyphs = lettersOf(text).flatMap((letter) => glyphsOfLetter(font, letter))
  return glyphs.reduce((width, { position }) => width + position.xAdvance, 0) / font.unitsPerEm
}

/** (x, y) is the left end of the baseline. `spacing` is added after each letter. */
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

/** Returns paths, because text in an SVG can only use installed fonts. */
export function shapesOf({ text, x, y, size, family, weight, color, spacing }: PlacedText): string {
  const font = fontOf(family, weight)
  const scale = size / font.unitsPerEm
  let nextX = x
  const shapes = glyphsIn(font, text).map(({ id, endsLetter, position: { xAdvance, xOffset, yOffset } }) => {
    const [glyphX, glyphY] = [nextX + xOffset * scale, y - yOffset * scale]
    nextX += xAdvance * scale + (endsLetter ? spacing : 0)
    const d = font.getGlyph(id).path.toSVG()
    return d && `<path transform="translate(${glyphX} ${glyphY}) scale(${scale} ${-scale})" d="${d}"/>`
  })
  return `<g fill="${color}">${shapes.join('')}</g>`
}
