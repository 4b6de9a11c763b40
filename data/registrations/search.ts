import type { Db } from '../db/db.ts'
import { fold } from '../text.ts'
import { beginsNear } from '../typos.ts'
import type { Registration, RegistrationFilter } from './schema.ts'

/** `where` is empty or a whole WHERE clause. `values` fill its question marks. */
export type Condition = { where: string; values: string[] }

export const isMissing = "arrivedAt IS NULL AND status = 'registered'"

/** Matches part of a phone number, however it is written. */
const isOfPhone = (word: string) => /^[\d().+-]+$/.test(word) && /\d/.test(word)
const minPhoneDigitCount = 7

/** The country code may be missing on one side. */
const nationalDigitCount = 8

/** Shorter words are close to too many others. */
const minCorrectedLength = 4
const maxCorrections = 20

const maxWords = 8

/**
 * Returns the SQL for a filter. Each word must occur in a field, without case and accents. Unknown words may have a typing error.
 */
export function conditionOf(db: Db, filter: RegistrationFilter): Condition {
  return conditionFor(withSimilarWords(db, wordsOf(filter.search ?? '').slice(0, maxWords)), filter)
}

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

/** Splits a search into words without accents. A phone number becomes one word of digits. */
function wordsOf(search: string): string[] {
  const words: string[] = []
  let number: string[] = []
  const endNumber = () => {
    const digits = number.join('').replace(/\D/g, '')
    words.push(...(digits.length < minPhoneDigitCount ? number : [digits.slice(-nationalDigitCount)]))
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

/** Adds similar words to each mistyped word, the commonest first. All stored words are read once. */
function withSimilarWords(db: Db, words: string[]): string[][] {
  const mayBeMistyped = (word: string) => word.length >= minCorrectedLength && !/[^\p{L}]/u.test(word)
  const lengths = words.filter(mayBeMistyped).map(({ length }) => length)
  if (lengths.length === 0) return words.map((word) => [word])
  const storedWords = db
    .prepare<[number], string>('SELECT word FROM searchWords WHERE length(word) >= ? ORDER BY people DESC')
    .pluck()
    .all(Math.min(...lengths) - 1)
  return words.map((word) => {
    if (!mayBeMistyped(word) || storedWords.some((other) => other.includes(word))) return [word]
    const near = storedWords.filter((other) => other.length >= word.length - 1 && beginsNear(other, word))
    return [word, ...near.slice(0, maxCorrections)]
  })
}

/** GLOB takes half the time of `instr`. */
const containing = (text: string) => `*${text.replace(/[*?[]/g, '[$&]')}*`

/**
 * Sorts names without accents, ñ after n. The index `registrations_name` uses exactly this SQL, so a change needs a migration.
 */
export const nameOrder = `lower(${'áaÁAéeÉEíiÍIóoÓOúuÚUüuÜUàaèeòoäaöoâaêeôoçcÇC'
  .match(/../gu)
  ?.reduce((inner, pair) => `replace(${inner}, '${pair[0]}', '${pair[1]}')`, "replace(replace(name, 'ñ', 'n~'), 'Ñ', 'N~')")})`

/** Order: confirmed, pending, waiting, cancelled. */
export const stateOrder = "CASE status WHEN 'cancelled' THEN 3 WHEN 'waitlisted' THEN 2 ELSE 1 - isConfirmed END"

const orders = {
  date: ['registrationDate', 'id'],
  name: [nameOrder, 'id'],
  state: [stateOrder, 'waitingNumber', 'registrationDate', 'id'],
}

/** Returns ORDER BY. Dates are newest first by default, others ascending. */
export function orderOf({ sort = 'date', order = sort === 'date' ? 'desc' : 'asc' }: RegistrationFilter): string {
  return `ORDER BY ${orders[sort].map((column) => `${column} ${order === 'asc' ? 'ASC' : 'DESC'}`).join(', ')}`
}

/** Returns the text that the search reads: words without accents, and the digits of the phone number. */
export function searchTextOf({
  name,
  email,
  company,
  phone,
}: Pick<Registration, 'name' | 'email' | 'company' | 'phone'>): string {
  // A line break ends a word, and a NUL would end the text.
  const words = fold(`${name} ${email} ${company}`).replace(/\p{Cc}/gu, ' ')
  return ` ${words} ${phone.replace(/\D/g, '')} `
}
