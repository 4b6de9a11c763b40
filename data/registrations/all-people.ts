import type { Db } from '../db/db.ts'
import type { Person } from './similar.ts'

/** Reads up to `limit` people after `rowid` (0 for the start), so that other requests run between the parts. */
export function peopleAfter(db: Db, rowid: number, limit: number): (Person & { rowid: number })[] {
  return db
    .prepare<[number, number], Person & { rowid: number }>(
      'SELECT rowid, id, name, email, phone FROM registrations WHERE rowid > ? ORDER BY rowid LIMIT ?',
    )
    .all(rowid, limit)
}
