/** How the list of registrations is narrowed and ordered, in SQL. */
import type { Db } from '../db/db.ts'
import { fold } from '../text.ts'
import { beginsNear } from '../typos.ts'
import { nameOrder, stateOrder } from './order.ts'
import type { RegistrationFilter } from './schema.ts'

/** Conditions of a `WHERE`, empty for none, and the values of its question marks. */
export type Condition = { where: string; values: string[] }

/** What is nothing but digits and what people put between them: part of a phone number, however it is written. */
const isOfPhone = (word: string) => /^[\d().+-]+$/.test(word) && /\d/.test(word)
const phoneDigits = 7

/** A number's country code may be missing on one side: it is found by its last digits. */
const nationalDigits = 8

/** Shorter words are near to too much. */
const shortestCorrected = 4
const mostCorrections = 20

/**
 * What a filter means. Every word has to occur somewhere in name, e-mail, company or phone number, whatever its case,
 * accents, order or position. A word that is in no name and no company may also be one typing error away from the beginning of
 * one that is.
 */
export function conditionOf(db: Db, filter: RegistrationFilter): Condition {
  return conditionFor(
    wordsOf(filter.search ?? '').map((word) => [word, ...meantBy(db, word)]),
    filter,
  )
}

/** Each word is given with what may stand for it. */
function conditionFor(words: string[][], { status = 'all' }: RegistrationFilter): Condition {
  const clauses: string[] = []
  const values: string[] = []
  for (const choices of words) {
    clauses.push(`(${choices.map(() => 'searchText GLOB ?').join(' OR ')})`)
    values.push(...choices.map(containing))
  }
  if (status === 'confirmed' || status === 'pending') clauses.push(`isConfirmed = ${status === 'confirmed' ? 1 : 0}`)
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
  return words
}

/** The words of names and companies that a mistyped one may stand for, the commonest first; none for one that is right. */
function meantBy(db: Db, word: string): string[] {
  if (word.length < shortestCorrected || /[^\p{L}]/u.test(word)) return []
  const known = db
    .prepare<[number], string>('SELECT word FROM searchWords WHERE length(word) >= ? ORDER BY people DESC')
    .pluck()
    .all(word.length - 1)
  if (known.some((other) => other.includes(word))) return []
  return known.filter((other) => beginsNear(other, word)).slice(0, mostCorrections)
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
