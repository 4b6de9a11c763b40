/**
 * Whom a mail to many still goes to. It reaches who is registered when it begins, from the newest back: `reached` is the rowid
 * below which the others stand, noted with each part, so that begun anew after a crash it leaves nobody out and writes to nobody
 * twice.
 */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import type { Recipient } from './outbox.ts'

/** Queued in one transaction, in which everybody else waits. */
const partSize = 200

/** Where a mail that begins now begins, in SQL. Who registers from here on has a greater rowid. */
export const fromNewest = '(SELECT max(rowid) + 1 FROM registrations)'

/** Whom it goes to: SQL of registrations, and its parameters. */
export type Whom = { condition: string; values?: Record<string, unknown> }

/** The next people of a mail that got as far as `reached`, and how far it gets with them; null with the last. */
export function nextPeople(db: Db, { condition, values = {} }: Whom, reached: number) {
  const people = prepared<Recipient & { rowid: number }>(
    db,
    `SELECT rowid, id, email, name FROM registrations WHERE rowid < @reached AND ${condition} ORDER BY rowid DESC LIMIT ${partSize}`,
  ).all({ ...values, reached })
  return { people, reached: people.length < partSize ? null : (people.at(-1)?.rowid ?? null) }
}

/** How many people are still to be reached; 0 where all were (`reached` is null). */
export function countPeople(db: Db, { condition, values = {} }: Whom, reached: number | null): number {
  if (reached === null) return 0
  const sql = `SELECT count(*) AS people FROM registrations WHERE rowid < @reached AND ${condition}`
  return prepared<{ people: number }>(db, sql).get({ ...values, reached })?.people ?? 0
}

/** As `reached`: nobody was yet. */
export const nobody = Number.MAX_SAFE_INTEGER
