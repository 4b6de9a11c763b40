/** Which letters of a text can be drawn. Imported only by the thread that draws. */
import { type Family, hasGlyphs } from './fonts.ts'
import { inLetters } from './glyphs.ts'

/** Characters of texts pasted from elsewhere, and the one that looks like it and that every font has. */
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

/** A text as it can be drawn, and the letters and digits of it that cannot, or only without their accents. */
export type Writable = { text: string; missing: string }

/**
 * A text as the fonts can write it: a letter that they lack becomes its base letter, and otherwise is left out, as emoji are.
 * Nothing remains of a text that would lose more than a quarter of its letters, because the rest would mean nothing.
 */
export function writableOf(text: string): Writable {
  const letters = inLetters(text.normalize('NFC').replaceAll(/./gsu, (character) => alike[character] ?? character))
  const needsNoto = letters.some((letter) => spelled(letter, 'FunnelDisplay') === null && spelled(letter, 'NotoSans') !== null)
  const family: Family = needsNoto ? 'NotoSans' : 'FunnelDisplay'
  const drawn = letters.map((letter) => spelled(letter, family) ?? baseOf(letter, family))
  const missing = letters.filter((letter) => isLetter(letter) && spelled(letter, family) === null).join('')
  if (drawn.filter(isLetter).length < letters.filter(isLetter).length * 0.75) return { text: '', missing }
  return { text: drawn.join('').replace(/\s+/g, ' ').trim(), missing }
}

/** The text of `writableOf`. */
export const writable = (text: string): string => writableOf(text).text

const isLetter = (letter: string) => /^[\p{L}\p{N}]/u.test(letter)

/** A letter as a family has it: as one character or, such as ẍ, as a base and its accents. Null if it has neither. */
function spelled(letter: string, family: Family): string | null {
  if (/^\s+$/.test(letter)) return ' '
  return [letter, letter.normalize('NFD')].find((spelling) => hasGlyphs(family, spelling)) ?? null
}

/** A letter without what a family lacks of it, such as an accent or a width; empty if nothing remains. */
function baseOf(letter: string, family: Family): string {
  const plain = letter.normalize('NFKC')
  const base = [plain, plain.normalize('NFD').replaceAll(/\p{M}/gu, '')].find((spelling) => spelled(spelling, family) !== null)
  return base === undefined ? '' : (spelled(base, family) ?? '')
}
