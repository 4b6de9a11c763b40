import { type Family, hasGlyphs } from './fonts.ts'
import { lettersOf } from './glyphs.ts'

const alike: Record<string, string> = {
  ʼ: '’',
  ꞌ: '’',
  ʻ: '‘',
  '′': '’',
  '→': '–',
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
  '\u00ad': '',
  '\u200b': '',
  '\ufeff': '',
}

type Writable = { text: string; missing: string }

/**
 * Replaces or omits letters that the fonts lack. Returns an empty text if more than a quarter of the letters would be omitted.
 */
export function writableOf(text: string): Writable {
  const letters = lettersOf(text.normalize('NFC').replaceAll(/./gsu, (character) => alike[character] ?? character))
  const needsNoto = letters.some((letter) => spelled(letter, 'FunnelDisplay') === null && spelled(letter, 'NotoSans') !== null)
  const family: Family = needsNoto ? 'NotoSans' : 'FunnelDisplay'
  const drawn = letters.map((letter) => spelled(letter, family) ?? baseOf(letter, family))
  const missing = letters.filter((letter) => isLetter(letter) && spelled(letter, family) === null).join('')
  if (drawn.filter(isLetter).length < letters.filter(isLetter).length * 0.75) return { text: '', missing }
  return { text: drawn.join('').replace(/\s+/g, ' ').trim(), missing }
}

export const writable = (text: string): string => writableOf(text).text

const isLetter = (letter: string) => /^[\p{L}\p{N}]/u.test(letter)

function spelled(letter: string, family: Family): string | null {
  if (/^\s+$/.test(letter)) return ' '
  return [letter, letter.normalize('NFD')].find((spelling) => hasGlyphs(family, spelling)) ?? null
}

function baseOf(letter: string, family: Family): string {
  const plain = letter.normalize('NFKC')
  const base = [plain, plain.normalize('NFD').replaceAll(/\p{M}/gu, '')].find((spelling) => spelled(spelling, family) !== null)
  return base === undefined ? '' : (spelled(base, family) ?? '')
}
