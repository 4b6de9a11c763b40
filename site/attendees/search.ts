import type { DoorPerson } from '../../data/door/schema.ts'
import { fold } from '../../data/text.ts'
import { beginsNear } from '../../data/typos.ts'

const minLettersForTypo = 4

export const maxResults = 40

const maxPeoplePerStep = 50

export type Search = ReturnType<typeof createSearch>

const [begins, beginsCompany, inside, misspelt] = [1, 2, 3, 4] as const

/** `words` has the same words as the keys of `rowsOf`, because an array is faster to scan than a map. */
type Words = { words: string[]; rows: number[][]; rowsOf: Map<string, number[]> }

export function createSearch(people: Iterable<DoorPerson>) {
  const waiting = people[Symbol.iterator]()
  const ids: (string | null)[] = []
  const rows = new Map<string, { row: number; text: string }>()
  const [ofNames, ofCompanies] = [noWords(), noWords()]

  function put({ id, name, company }: DoorPerson): void {
    const text = `${name} ${company}`
    const entry = rows.get(id)
    if (entry?.text === text) return
    if (entry) ids[entry.row] = null
    const row = ids.push(id) - 1
    rows.set(id, { row, text })
    for (const word of wordsOf(name)) add(ofNames, word, row)
    for (const word of wordsOf(company)) add(ofCompanies, word, row)
  }

  function prepare(maxMs: number): boolean {
    const end = performance.now() + maxMs
    do {
      for (let count = 0; count < maxPeoplePerStep; count++) {
        const next = waiting.next()
        if (next.done) return true
        put(next.value)
      }
    } while (performance.now() < end)
    return false
  }

  function marksOf(word: string): Uint8Array {
    const marks = new Uint8Array(ids.length)
    mark(marks, word, ofNames, begins)
    mark(marks, word, ofCompanies, beginsCompany)
    return marks
  }

  return {
    put,
    prepare,
    remove(id: string): void {
      const entry = rows.get(id)
      if (entry) ids[entry.row] = null
      rows.delete(id)
    },
    /** Returns ids ordered by the worst match of the query's words: name, company, middle of a word, typing error. */
    find(query: string): string[] {
      prepare(Number.POSITIVE_INFINITY)
      const words = [...new Set(wordsOf(query))]
      if (words.length === 0) return []
      const idsByMark: string[][] = [[], [], [], [], []]
      const marks = words.map(marksOf)
      for (let row = 0; row < ids.length && (idsByMark[begins]?.length ?? 0) < maxResults; row++) {
        const worst = worstOf(marks, row)
        const id = ids[row]
        if (worst > 0 && id) idsByMark[worst]?.push(id)
      }
      return idsByMark.flat().slice(0, maxResults)
    },
  }
}

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const noWords = (): Words => ({ words: [], rows: [], rowsOf: new Map() })

function add({ words, rows, rowsOf }: Words, word: string, row: number): void {
  const owners = rowsOf.get(word)
  if (!owners) {
    const first = [row]
    rowsOf.set(word, first)
    words.push(word)
    rows.push(first)
  } else if (owners.at(-1) !== row) owners.push(row)
}

function mark(marks: Uint8Array, part: string, { words, rows }: Words, atBeginning: number): void {
  const mayBeMisspelt = part.length >= minLettersForTypo
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string
    const at = word.indexOf(part)
    if (at === 0) note(marks, rows[index], atBeginning)
    else if (at > 0) note(marks, rows[index], inside)
    else if (mayBeMisspelt && beginsNear(word, part)) note(marks, rows[index], misspelt)
  }
}

function note(marks: Uint8Array, rows: readonly number[] = [], value: number): void {
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number
    if (marks[row] === 0 || (marks[row] as number) > value) marks[row] = value
  }
}

function worstOf(marks: readonly Uint8Array[], row: number): number {
  let worst = 0
  for (let index = 0; index < marks.length; index++) {
    const mark = marks[index]?.[row] ?? 0
    if (mark === 0) return 0
    if (mark > worst) worst = mark
  }
  return worst
}
