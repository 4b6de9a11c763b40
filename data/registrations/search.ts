/** How the list of registrations is narrowed and ordered, in SQL. */
import type { Db } from '../db/db.ts'
import { fold } from '../text.ts'
import { beginsNear } from '../typos.ts'
import type { RegistrationFilter } from './schema.ts'
import { nameOrder, stateOrder } from './sort-columns.ts'

/** Conditions of a `WHERE`, empty for none, and the values of its question marks. */
export type Condition = { where: string; values: string[] }

/** Of registrations, in SQL: who has a place and has not come. */
export const isMissing = "arrivedAt IS NULL AND status = 'registered'"

/** What is nothing but digits and what people put between them: part of a phone number, however it is written. */
const isOfPhone = (word: string) => /^[\d().+-]+$/.test(word) && /\d/.test(word)
const phoneDigits = 7

/** A number's country code may be missing on one side: it is found by its last digits. */
const nationalDigits = 8

/** Shorter words are near to too much. */
const shortestCorrected = 4
const mostCorrections = 20

/** Words of a search that count, each once. */
const mostWords = 8

/**
 * What a filter means. Every word, of the first eight, has to occur somewhere in name, e-mail, company or phone number, whatever its case,
 * accents, order or position. A word that is in no name and no company may also be one typing error away from the beginning of
 * one that is.
 */
export function conditionOf(db: Db, filter: RegistrationFilter): Condition {
  return conditionFor(meantBy(db, wordsOf(filter.search ?? '').slice(0, mostWords)), filter)
}

/** Each word is given with what may stand for it. */
function conditionFor(words: string[][], { status = 'all' }: RegistrationFilter): Condition {
  const clauses: string[] = []
  const values: string[] = []
  for (const choices of words) {
    clauses.push(`(${choices.map(() => 'searchText GLOB ?').join(' OR ')})`)
    values.push(...choices.map(containing))
  }
  if (status === 'confirmed' || status === 'pending')
    clauses.push(`isConfirmed = ${status === 'confirmed' ? 1 : 0} AND status = 'registered'`)
  else if (status === 'arrived') clauses.push('arrivedAt IS NOT NULL')
  else if (status === 'missing') clauses.push(isMissing)
  else if (status !== 'all') {
    clauses.push('status = ?')
    values.push(status)
  }
  return { where: clauses.length > 0 ? `WHERE ${clauses.join(' AND ')}` : '', values }
}

/** The words to be found: without accents, and a phone number as one word of its digits. */
function wordsOf(search: string): string[] {
  const words: string[] = []
  let number: string[] = []
  const endNumber = () => {
    const digits = number.join('').replace(/\D/g, '')
    words.push(...(digits.length < phoneDigits ? number : [digits.slice(-nationalDigits)]))
    number = []
  }
  for (const word of fold(search).split(/\s+/).filter(Boolean)) {
    if (isOfPhone(word)) number.push(word)
    else {
      endNumber()
      words.push(word)
    }
  }
  endNumber()
  return [...new Set(words)]
}

/**
 * Each word with those of names and companies that it may stand for where it is mistyped, the commonest first; alone where it is
 * right. What there is to compare with is read once, however many words there are.
 */
function meantBy(db: Db, words: string[]): string[][] {
  const mayBeMistyped = (word: string) => word.length >= shortestCorrected && !/[^\p{L}]/u.test(word)
  const lengths = words.filter(mayBeMistyped).map(({ length }) => length)
  if (lengths.length === 0) return words.map((word) => [word])
  const known = db
    .prepare<[number], string>('SELECT word FROM searchWords WHERE length(word) >= ? ORDER BY people DESC')
    .pluck()
    .all(Math.min(...lengths) - 1)
  return words.map((word) => {
    if (!mayBeMistyped(word) || known.some((other) => other.includes(word))) return [word]
    const near = known.filter((other) => other.length >= word.length - 1 && beginsNear(other, word))
    return [word, ...near.slice(0, mostCorrections)]
  })
}

/** The pattern of texts that contain this one. The quickest of what SQLite has: half of what `instr` takes. */
const containing = (text: string) => `*${text.replace(/[*?[]/g, '[$&]')}*`

const orders = {
  date: ['registrationDate', 'id'],
  name: [nameOrder, 'id'],
  state: [stateOrder, 'waitingNumber', 'registrationDate', 'id'],
}

/** The `ORDER BY` of a list: by date the newest first, the others from their beginning, unless `order` says otherwise. */
export function orderOf({ sort = 'date', order = sort === 'date' ? 'desc' : 'asc' }: RegistrationFilter): string {
  return `ORDER BY ${orders[sort].map((column) => `${column} ${order === 'asc' ? 'ASC' : 'DESC'}`).join(', ')}`
}
