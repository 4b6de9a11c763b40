import { fold } from '../../data/text.ts'
import { beginsNear } from '../../data/typos.ts'

const minLettersForTypo = 4

export function searchIn<T>(
  items: readonly T[],
  titleOf: (item: T) => string,
  textOf: (item: T) => string,
): (query: string) => Set<T> | null {
  const texts = items.map((item) => ({ item, title: fold(titleOf(item)), text: fold(textOf(item)) }))
  let vocabulary: string[] | undefined
  const near = (word: string) => {
    vocabulary ??= [...new Set(texts.flatMap(({ text }) => text.split(/[^\p{L}\p{N}]+/u)))]
    return vocabulary.filter((other) => beginsNear(other, word))
  }
  return (query) => {
    const words = fold(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return null
    const alternatives = words.map((word) => {
      const isKnown = word.length < minLettersForTypo || texts.some(({ text }) => text.includes(word))
      return isKnown ? [word] : near(word)
    })
    const has = (text: string) => alternatives.every((spellings) => spellings.some((word) => text.includes(word)))
    const matches = texts.filter(({ text }) => has(text))
    return new Set([...matches.filter(({ title }) => has(title)), ...matches].map(({ item }) => item))
  }
}
