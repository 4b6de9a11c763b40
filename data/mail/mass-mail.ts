/** Mass mails go to the newest registration first. `reached` is the rowid of the last person queued. */
import type { Db } from '../db/db.ts'
import { countRows, prepared } from '../db/prepared.ts'
import type { Recipient } from './outbox.ts'

const peoplePerPartCount = 200

export const newestPositionSql = '(SELECT max(rowid) + 1 FROM registrations)'

export type RecipientFilter = { condition: string; values?: Record<string, unknown> }

export function nextPeople(db: Db, { condition, values = {} }: RecipientFilter, reached: number) {
  const people = prepared<Recipient & { rowid: number }>(
    db,
    `SELECT rowid, id, email, name FROM registrations WHERE rowid < @reached AND ${condition} ORDER BY rowid DESC LIMIT ${peoplePerPartCount}`,
  ).all({ ...values, reached })
  return { people, reached: people.length < peoplePerPartCount ? null : (people.at(-1)?.rowid ?? null) }
}

export function countPeople(db: Db, { condition, values = {} }: RecipientFilter, reached: number | null): number {
  if (reached === null) return 0
  return countRows(db, `SELECT count(*) FROM registrations WHERE rowid < @reached AND ${condition}`, { ...values, reached })
}

export const reachedNobody = Number.MAX_SAFE_INTEGER
