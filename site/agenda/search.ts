/** Looks for words in texts, whatever their accents. */
import { fold } from '../../data/text.ts'

/** Which of these have all words of a query in their text; null where it has no words. */
export function searchIn<T>(all: readonly T[], textOf: (one: T) => string): (query: string) => Set<T> | null {
  const texts = all.map((one) => [one, fold(textOf(one))] as const)
  return (query) => {
    const words = fold(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return null
    return new Set(texts.filter(([, text]) => words.every((word) => text.includes(word))).map(([one]) => one))
  }
}
