import type { Db } from '../db/db.ts'
import { fold } from '../text.ts'
import { beginsNear } from '../typos.ts'
import type { Registration, RegistrationFilter } from './schema.ts'

export type Condition = { where: string; values: string[] }

const isMissing = "arrivedAt IS NULL AND status = 'registered'"

const isOfPhone = (word: string) => /^[\d().+-]+$/.test(word) && /\d/.test(word)
const minPhoneDigitCount = 7

const nationalDigitCount = 8

/** Shorter words are not corrected, because they resemble too many other words. */
const minCorrectedLength = 4
const maxCorrections = 20

const maxWords = 8

export function conditionOf(db: Db, filter: RegistrationFilter): Condition {
  return conditionFor(withSimilarWords(db, wordsOf(filter.search ?? '').slice(0, maxWords)), filter)
}

function conditionFor(words: string[][], { status = 'all', answer = {}, ids }: RegistrationFilter): Condition {
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
  if (ids) {
    clauses.push('registrations.id IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(ids))
  }
  for (const [id, text] of Object.entries(answer)) {
    clauses.push(text === '' ? 'answers -> ? IS NULL' : hasAnswer)
    values.push(
      `$.${JSON.stringify(id)}`,
      ...(text === '' ? [] : [text, text === 'true' ? 'Sí' : text === 'false' ? 'No' : text]),
    )
  }
  return { where: clauses.length > 0 ? `WHERE ${clauses.join(' AND ')}` : '', values }
}

/** SQL with three values: the JSON path of an answer, and two texts that the answer may equal. A boolean is 'Sí' or 'No'. */
const hasAnswer = `EXISTS (SELECT 1 FROM json_each(answers -> ?, '$.value') AS given
  WHERE CASE given.type WHEN 'true' THEN 'Sí' WHEN 'false' THEN 'No' ELSE CAST(given.value AS TEXT) END IN (?, ?))`

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

/** GLOB is twice as fast as `instr`. */
const containing = (text: string) => `*${text.replace(/[*?[]/g, '[$&]')}*`

/** The index `registrations_name` has the same SQL, so a change needs a migration. */
export const nameOrder = `lower(${'áaÁAéeÉEíiÍIóoÓOúuÚUüuÜUàaèeòoäaöoâaêeôoçcÇC'
  .match(/../gu)
  ?.reduce((inner, pair) => `replace(${inner}, '${pair[0]}', '${pair[1]}')`, "replace(replace(name, 'ñ', 'n~'), 'Ñ', 'N~')")})`

const stateOrder = "CASE status WHEN 'cancelled' THEN 3 WHEN 'waitlisted' THEN 2 ELSE 1 - isConfirmed END"

const orders = {
  date: ['registrationDate', 'id'],
  name: [nameOrder, 'id'],
  state: [stateOrder, 'waitingNumber', 'registrationDate', 'id'],
}

export function orderOf({ sort = 'date', order = sort === 'date' ? 'desc' : 'asc' }: RegistrationFilter): string {
  return `ORDER BY ${orders[sort].map((column) => `${column} ${order === 'asc' ? 'ASC' : 'DESC'}`).join(', ')}`
}

export function searchTextOf({
  name,
  email,
  company,
  phone,
}: Pick<Registration, 'name' | 'email' | 'company' | 'phone'>): string {
  const words = fold(`${name} ${email} ${company}`).replace(/\p{Cc}/gu, ' ')
  return ` ${words} ${phone.replace(/\D/g, '')} `
}
