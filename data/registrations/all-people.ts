import type { Db } from '../db/db.ts'
import type { Person } from './similar.ts'

/**
 * The people after a row (0 for the start), at most `limit`: the list of all of them is read a part at a time, so that other
 * requests have their turn.
 */
export function peopleAfter(db: Db, rowid: number, limit: number): (Person & { rowid: number })[] {
  return db
    .prepare<[number, number], Person & { rowid: number }>(
      'SELECT rowid, id, name, email, phone FROM registrations WHERE rowid > ? ORDER BY rowid LIMIT ?',
    )
    .all(rowid, limit)
}
