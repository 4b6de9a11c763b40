import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

export type Weight = 400 | 600 | 800

export type Family = 'FunnelDisplay' | 'NotoSans'

const folders: Record<Family, string> = { FunnelDisplay: 'funnel-display', NotoSans: 'noto-sans' }
const weights: Record<Weight, string> = { 400: '400Regular', 600: '600SemiBold', 800: '800ExtraBold' }

const fonts = new Map<string, Font>()

export function fontOf(family: Family, weight: Weight): Font {
  const path = `@expo-google-fonts/${folders[family]}/${weights[weight]}/${family}_${weights[weight]}.ttf`
  const font = fonts.get(path) ?? (create(readFileSync(require.resolve(path))) as Font)
  fonts.set(path, font)
  return font
}

export const hasGlyphs = (family: Family, text: string): boolean =>
  [...text].every((character) => fontOf(family, 800).hasGlyphForCodePoint(character.codePointAt(0) ?? 0))

export const familyFor = (text: string): Family => (hasGlyphs('FunnelDisplay', text) ? 'FunnelDisplay' : 'NotoSans')
