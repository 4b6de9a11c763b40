import { fold } from '../text.ts'
import { isOneTypoAway } from '../typos.ts'

const wordsOf = (name: string) =>
  fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * Whether two names are probably of two people: each has a word that the other has not, not even with a typing error. A name that is
 * only written longer, shorter or in another order is no other name.
 */
export function areOtherNames(a: string, b: string): boolean {
  const lacks = (words: string[], others: string[]) =>
    words.some((word) => !others.some((other) => other === word || isOneTypoAway(other, word)))
  const [ofA, ofB] = [wordsOf(a), wordsOf(b)]
  return lacks(ofA, ofB) && lacks(ofB, ofA)
}
