/** Looks for words in texts, whatever their accents. */

// Not that of data/text.ts: what page and panel share is a file of its own, which visitors would wait for.
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Which of these have all words of a query in their text; null where it has no words. */
export function searchIn<T>(all: readonly T[], textOf: (one: T) => string): (query: string) => Set<T> | null {
  const texts = all.map((one) => [one, plain(textOf(one))] as const)
  return (query) => {
    const words = plain(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return null
    return new Set(texts.filter(([, text]) => words.every((word) => text.includes(word))).map(([one]) => one))
  }
}
