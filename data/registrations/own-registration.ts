/** A registration as its own visitor sees it, found by the secret in their link. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { outOfRow } from './full-row.ts'
import type { RegistrationStatus } from './schema.ts'

/** Times are ISO 8601 in UTC. */
export type OwnRegistration = {
  id: string
  name: string
  email: string
  company: string
  position: string
  phone: string
  status: RegistrationStatus
  wantsReminders: boolean
  isConfirmed: boolean
  registrationDate: string
  /** The secret. It belongs into no log and no list. */
  token: string
  /** The edition that it was for, where that is over; null of the present one. */
  edition: { year: string; name: string } | null
}

type Row = Omit<OwnRegistration, 'wantsReminders' | 'isConfirmed' | 'edition'> & { wantsReminders: number; isConfirmed: number }

const columns = 'id, name, email, company, position, phone, status, wantsReminders, isConfirmed, registrationDate, token'

/** Whether a JSON array of former tokens, which few have, holds one. */
const holds = (former: string) => `${former} <> '[]' AND ? IN (SELECT value FROM json_each(${former}))`

/**
 * The registration with this token, or the one into which its owner was merged, in the list or of an edition that is over; null when
 * there is none.
 */
export function registrationByToken(db: Db, token: string): OwnRegistration | null {
  const inList = (condition: string) => prepared<Row>(db, `SELECT ${columns} FROM registrations WHERE ${condition}`).get(token)
  const listed = inList('token = ?') ?? inList(holds('formerTokens'))
  if (listed) return fromRow(listed)
  const ofEdition = (condition: string) =>
    prepared<Row & { year: string; edition: string }>(
      db,
      `SELECT ${outOfRow(columns)}, year, editions.name AS edition FROM editionPeople JOIN editions USING (year)
       WHERE ${condition} AND undoneAt IS NULL`,
    ).get(token)
  const apart = ofEdition("row ->> 'token' = ?") ?? ofEdition(holds("row ->> 'formerTokens'"))
  if (!apart) return null
  const { year, edition: name, ...row } = apart
  return fromRow(row, { year, name })
}

/** The registration with this id, its token included; null when there is none. */
export function registrationWithToken(db: Db, id: string): OwnRegistration | null {
  return fromRow(db.prepare<[string], Row>(`SELECT ${columns} FROM registrations WHERE id = ?`).get(id))
}

function fromRow(row: Row | undefined, edition: OwnRegistration['edition'] = null): OwnRegistration | null {
  return row ? { ...row, wantsReminders: row.wantsReminders === 1, isConfirmed: row.isConfirmed === 1, edition } : null
}
