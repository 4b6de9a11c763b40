import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { shownAnswers } from '../registrations/answers/answers.ts'
import { outOfRow } from '../registrations/full-row.ts'
import type { Registration } from '../registrations/schema.ts'

export type OwnRegistration = Pick<
  Registration,
  | 'id'
  | 'name'
  | 'email'
  | 'company'
  | 'position'
  | 'phone'
  | 'status'
  | 'isConfirmed'
  | 'registrationDate'
  | 'unconfirmedAt'
  | 'answers'
> & {
  wantsReminders: boolean
  /** The person passed the seat on to somebody else, and has not registered again since. */
  hasPassedOn: boolean
  /** Must not appear in logs. */
  token: string
  edition: { year: string; name: string } | null
}

type Row = Omit<OwnRegistration, 'wantsReminders' | 'hasPassedOn' | 'isConfirmed' | 'edition' | 'answers'> & {
  passedTo: string | null
  wantsReminders: number
  isConfirmed: number
  answers: string | null
}

const columns =
  'id, name, email, company, position, phone, status, wantsReminders, isConfirmed, registrationDate, unconfirmedAt, token, answers, passedTo'

const containsToken = (former: string) => `${former} <> '[]' AND ? IN (SELECT value FROM json_each(${former}))`

/** Also finds tokens that a merge replaced, and people of past editions. */
export function registrationByToken(db: Db, token: string): OwnRegistration | null {
  const inList = (condition: string) => prepared<Row>(db, `SELECT ${columns} FROM registrations WHERE ${condition}`).get(token)
  const currentRow = inList('token = ?') ?? inList(containsToken('formerTokens'))
  if (currentRow) return fromRow(currentRow)
  const ofEdition = (condition: string) =>
    prepared<Row & { year: string; edition: string }>(
      db,
      `SELECT ${outOfRow(columns)}, year, editions.name AS edition FROM editionPeople JOIN editions USING (year)
       WHERE ${condition} AND undoneAt IS NULL`,
    ).get(token)
  const archivedRow = ofEdition("row ->> 'token' = ?") ?? ofEdition(containsToken("row ->> 'formerTokens'"))
  if (!archivedRow) return null
  const { year, edition: name, ...row } = archivedRow
  return fromRow(row, { year, name })
}

export function registrationWithToken(db: Db, id: string): OwnRegistration | null {
  return fromRow(db.prepare<[string], Row>(`SELECT ${columns} FROM registrations WHERE id = ?`).get(id))
}

function fromRow(stored: Row | undefined, edition: OwnRegistration['edition'] = null): OwnRegistration | null {
  if (!stored) return null
  const { passedTo, ...row } = stored
  const { answers } = shownAnswers(row.answers)
  const [wantsReminders, isConfirmed] = [row.wantsReminders === 1, row.isConfirmed === 1]
  return { ...row, answers, wantsReminders, isConfirmed, hasPassedOn: passedTo !== null, edition }
}
