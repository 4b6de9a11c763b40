/**
 * Finds people by name and company, whatever their accents, and forgives a typing error. Its index is made in pieces, for twenty
 * thousand people.
 */
import { fold } from '../../data/text.ts'
import { beginsNear } from '../../data/typos.ts'
import type { Person } from './person.ts'

/** A word of so many letters may have an error in it. */
const forgiven = 4

/** As many as one looks through on a phone. */
export const shown = 40

/** People between two looks at the clock. */
const atOnce = 50

export type Search = {
  /** Adds somebody, or reads them anew. */
  put(person: Person): void
  remove(id: string): void
  /** Makes some of the index, for about so many milliseconds; true when it is whole. */
  prepare(milliseconds: number): boolean
  /**
   * The ids of those who have all words of a query: first those whose name begins like it, then those whose company does, for a
   * large one would fill the screen; last those of whom it may be misspelt.
   */
  find(query: string): string[]
}

/** How a word of a query is in a word of somebody: at the beginning of one of their name or company, within one, or at its beginning but for one error. */
const [begins, beginsCompany, inside, misspelt] = [1, 2, 3, 4] as const

/** Words, and the rows of each. They stand in a list as well, which is read from its beginning faster than a map is. */
type Words = { words: string[]; rows: number[][]; rowsOf: Map<string, number[]> }

/** Reads `people` as they are when it comes to them: who is removed from them before that need not be told. */
export function createSearch(people: Iterable<Person>): Search {
  const waiting = people[Symbol.iterator]()
  /** A row for each text that somebody has or had; a row whose person has another text now has no id. */
  const ids: (string | null)[] = []
  const rows = new Map<string, { row: number; text: string }>()
  const [ofNames, ofCompanies] = [noWords(), noWords()]

  function put({ id, name, company }: Person): void {
    const text = `${name} ${company}`
    const known = rows.get(id)
    if (known?.text === text) return
    if (known) ids[known.row] = null
    const row = ids.push(id) - 1
    rows.set(id, { row, text })
    for (const word of wordsOf(name)) add(ofNames, word, row)
    for (const word of wordsOf(company)) add(ofCompanies, word, row)
  }

  function prepare(milliseconds: number): boolean {
    const end = performance.now() + milliseconds
    do {
      for (let count = 0; count < atOnce; count++) {
        const next = waiting.next()
        if (next.done) return true
        put(next.value)
      }
    } while (performance.now() < end)
    return false
  }

  /** How well each row has a word: one of the four above, the least of all its words; 0 where it has none. */
  function marksOf(asked: string): Uint8Array {
    const marks = new Uint8Array(ids.length)
    mark(marks, asked, ofNames, begins)
    mark(marks, asked, ofCompanies, beginsCompany)
    return marks
  }

  return {
    put,
    prepare,
    remove(id) {
      const known = rows.get(id)
      if (known) ids[known.row] = null
      rows.delete(id)
    },
    find(query) {
      prepare(Number.POSITIVE_INFINITY)
      const asked = [...new Set(wordsOf(query))]
      if (asked.length === 0) return []
      const found: string[][] = [[], [], [], [], []]
      const marks = asked.map(marksOf)
      for (let row = 0; row < ids.length && (found[begins]?.length ?? 0) < shown; row++) {
        const worst = worstOf(marks, row)
        const id = ids[row]
        if (worst > 0 && id) found[worst]?.push(id)
      }
      return found.flat().slice(0, shown)
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

/** Marks the rows that have `asked` among these words, with `atBeginning` where one begins so. Loops that cost nothing before they are compiled. */
function mark(marks: Uint8Array, asked: string, { words, rows }: Words, atBeginning: number): void {
  const mayBeMisspelt = asked.length >= forgiven
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string
    const at = word.indexOf(asked)
    if (at === 0) note(marks, rows[index], atBeginning)
    else if (at > 0) note(marks, rows[index], inside)
    else if (mayBeMisspelt && beginsNear(word, asked)) note(marks, rows[index], misspelt)
  }
}

function note(marks: Uint8Array, rows: readonly number[] = [], value: number): void {
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number
    if (marks[row] === 0 || (marks[row] as number) > value) marks[row] = value
  }
}

/** The mark of the word that fits a row least; 0 where one does not fit at all. */
function worstOf(marks: readonly Uint8Array[], row: number): number {
  let worst = 0
  for (let index = 0; index < marks.length; index++) {
    const mark = marks[index]?.[row] ?? 0
    if (mark === 0) return 0
    if (mark > worst) worst = mark
  }
  return worst
}
