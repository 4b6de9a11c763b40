import { createContext } from 'react'
import { fold } from '../../../data/text.ts'

/** From this many items on a list has a search: fewer are seen at a glance. */
export const searchedFrom = 10

/** Whether a list shows only what was searched for: its order is then not to be changed, for what is between is hidden. */
export const SearchedContext = createContext(false)

const fields = ['name', 'title', 'company', 'description', 'startTime']

/** Whether every word of a search occurs in an item, or in what `more` says of it, whatever case and accents. */
export function matches(item: object, search: string, more = ''): boolean {
  const known: Record<string, unknown> = { ...item }
  const text = fold([...fields.map((field) => known[field] ?? ''), more].join(' '))
  return fold(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
