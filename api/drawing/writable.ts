import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

/** The weights of the display type that pictures and papers are set in. */
export type Weight = 400 | 800

/** The files of a weight of the display type: those of Latin, then of what else is written in Latin letters. */
export const fontFiles = (weight: Weight): [string, string] => [
  require.resolve(`@fontsource/funnel-display/files/funnel-display-latin-${weight}-normal.woff`),
  require.resolve(`@fontsource/funnel-display/files/funnel-display-latin-ext-${weight}-normal.woff`),
]

const fonts: Partial<Record<Weight, Font[]>> = {}

/** The fonts of a weight, in the order of `fontFiles`. */
export const fontsOf = (weight: Weight): Font[] => {
  fonts[weight] ??= fontFiles(weight).map((file) => create(unpacked(readFileSync(file))) as Font)
  return fonts[weight]
}

/** A WOFF file as the OpenType font that it packs: fontkit unpacks a table of the former anew for each letter that it reads. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  // The kind of font, how many tables, and what a search of them goes by.
  const half = 2 ** Math.floor(Math.log2(count))
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  for (const [index, value] of [count, 16 * half, Math.log2(half), 16 * (count - half)].entries())
    head.writeUInt16BE(value, 4 + 2 * index)
  const parts: Buffer[] = [head]
  let end = head.length
  for (let index = 0; index < count; index++) {
    const [entry, to] = [44 + 20 * index, 12 + 16 * index]
    const of = (field: number) => woff.readUInt32BE(entry + 4 * field)
    const [at, packedLength, length, checksum] = [of(1), of(2), of(3), of(4)]
    const stored = woff.subarray(at, at + packedLength)
    const padding = Buffer.alloc(-length & 3)
    woff.copy(head, to, entry, entry + 4)
    for (const [field, value] of [checksum, end, length].entries()) head.writeUInt32BE(value, to + 4 + 4 * field)
    parts.push(packedLength < length ? inflateSync(stored) : stored, padding)
    end += length + padding.length
  }
  return Buffer.concat(parts)
}

const hasGlyph = (letter: string): boolean => fontsOf(800).some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))

/** How wide a text is at a size of 1, without the kerning of its letters. */
export function widthOf(text: string, weight: Weight): number {
  let width = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const font = fontsOf(weight).find((font) => font.hasGlyphForCodePoint(code))
    if (font) width += font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm
  }
  return width
}

/** The glottal stops of Mayan orthographies that the type has not, and other letters that have one that looks the same. */
const alike: Record<string, string> = { ʼ: '’', ꞌ: '’', ʻ: '‘', '′': '’', '→': '–', '\u2009': ' ', '\u202f': ' ' }

/**
 * A text as the display type can write it. What it has no glyph for is left out, such as emoji; nothing is left of a text that
 * would lose more than a quarter of its letters, which says nothing any more.
 */
export function writable(text: string): string {
  const wanted = [...text.normalize('NFC')].map((letter) => alike[letter] ?? letter)
  const kept = wanted.map(writableLetter)
  const letters = (some: string[]) => some.filter((letter) => /^\p{L}/u.test(letter)).length
  if (letters(kept) < letters(wanted) * 0.75) return ''
  return kept.join('').replace(/\s+/g, ' ').trim()
}

function writableLetter(letter: string): string {
  if (/\s/.test(letter)) return ' '
  if (hasGlyph(letter)) return letter
  // ẍ is none of its letters, but x and ¨ are.
  const parts = [...letter.normalize('NFD')]
  return parts.length > 1 && parts.every(hasGlyph) ? parts.join('') : ''
}

/** A text in pieces, each with the file of the type (first or second of `fontFiles`) that has its letters. */
export function inRuns(text: string, weight: Weight): { run: string; font: number }[] {
  const runs: { run: string; font: number }[] = []
  for (const letter of text) {
    const found = fontsOf(weight).findIndex((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    const last = runs.at(-1)
    const isMarked = last !== undefined && /\p{M}$/u.test(last.run)
    if (/\p{M}/u.test(letter) && last) last.run += letter
    else if (last && !isMarked && (last.font === found || /\s/.test(letter))) last.run += letter
    else runs.push({ run: letter, font: Math.max(0, found) })
  }
  return runs
}
