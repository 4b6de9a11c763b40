import { fold } from '../../data/text.ts'
import { beginsNear } from '../../data/typos.ts'

const minLettersForTypo = 4

export type Search<T> = ReturnType<typeof createSearch<T>>

export function createSearch<T>() {
  const texts: { item: T; title: string; text: string }[] = []
  const vocabulary = new Set<string>()

  function add(item: T, titleAsWritten: string, textAsWritten: string): void {
    const text = fold(textAsWritten)
    texts.push({ item, title: fold(titleAsWritten), text })
    for (const word of text.split(/[^\p{L}\p{N}]+/u)) vocabulary.add(word)
  }

  /** Returns the items with matching titles before the others, and null if the query has no words. */
  function find(query: string): Set<T> | null {
    const words = fold(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return null
    const alternatives = words.map((word) => {
      const isKnown = word.length < minLettersForTypo || texts.some(({ text }) => text.includes(word))
      return isKnown ? [word] : [...vocabulary].filter((other) => beginsNear(other, word))
    })
    const has = (text: string) => alternatives.every((spellings) => spellings.some((word) => text.includes(word)))
    const matches = texts.filter(({ text }) => has(text))
    return new Set([...matches.filter(({ title }) => has(title)), ...matches].map(({ item }) => item))
  }

  return { add, find }
}
