import { createContext } from 'react'
import { fold } from '../../../data/text.ts'

export const minSearchedCount = 10

/** True during a search. Items then cannot be reordered, because some are hidden. */
export const SearchedContext = createContext(false)

const fields = ['name', 'title', 'company', 'description', 'startTime']

export function matches(item: object, search: string, more: string): boolean {
  const values: Record<string, unknown> = { ...item }
  const text = fold([...fields.map((field) => values[field] ?? ''), more].join(' '))
  return fold(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
