import { fold } from '../../data/text.ts'
import { beginsNear } from '../../data/typos.ts'

/** Minimum letters of a word that may contain an error. */
const forgiven = 4

/** Returns the items that contain all words, title matches first. Null if the query has no words. */
export function searchIn<T>(
  all: readonly T[],
  titleOf: (one: T) => string,
  textOf: (one: T) => string,
): (query: string) => Set<T> | null {
  const texts = all.map((one) => ({ one, title: fold(titleOf(one)), text: fold(textOf(one)) }))
  let vocabulary: string[] | undefined
  const near = (word: string) => {
    vocabulary ??= [...new Set(texts.flatMap(({ text }) => text.split(/[^\p{L}\p{N}]+/u)))]
    return vocabulary.filter((known) => beginsNear(known, word))
  }
  return (query) => {
    const words = fold(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return null
    const meant = words.map((word) => {
      const isKnown = word.length < forgiven || texts.some(({ text }) => text.includes(word))
      return isKnown ? [word] : near(word)
    })
    const has = (text: string) => meant.every((some) => some.some((word) => text.includes(word)))
    const found = texts.filter(({ text }) => has(text))
    return new Set([...found.filter(({ title }) => has(title)), ...found].map(({ one }) => one))
  }
}
