/** The fonts of pictures and constancias. Imported only by the thread that draws. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

/** Weights in which pictures and constancias are set. */
export type Weight = 400 | 600 | 800

/** Funnel Display is the conference's own. Noto Sans covers all Latin letters, Greek, Cyrillic and Devanagari. */
export type Family = 'FunnelDisplay' | 'NotoSans'

const folders: Record<Family, string> = { FunnelDisplay: 'funnel-display', NotoSans: 'noto-sans' }
const weights: Record<Weight, string> = { 400: '400Regular', 600: '600SemiBold', 800: '800ExtraBold' }

const fonts = new Map<string, Font>()

/** The font of a family in a weight, opened when it is first used. */
export function fontOf(family: Family, weight: Weight): Font {
  const path = `@expo-google-fonts/${folders[family]}/${weights[weight]}/${family}_${weights[weight]}.ttf`
  const font = fonts.get(path) ?? (create(readFileSync(require.resolve(path))) as Font)
  fonts.set(path, font)
  return font
}

/** Whether a family has a glyph for each character of `text`. All weights have the same ones. */
export const hasGlyphs = (family: Family, text: string): boolean =>
  [...text].every((character) => fontOf(family, 800).hasGlyphForCodePoint(character.codePointAt(0) ?? 0))

/** The family that sets the whole of a text: letters of two families do not stand beside each other. */
export const familyFor = (text: string): Family => (hasGlyphs('FunnelDisplay', text) ? 'FunnelDisplay' : 'NotoSans')
