import type { Db } from '../db/db.ts'
import type { Person } from './similar.ts'

/**
 * The people after a place in the list (0 for the start), at most `limit`: the list of all of them is read a part at a time,
 * so that other requests have their turn.
 */
export function peopleAfter(db: Db, place: number, limit: number): (Person & { place: number })[] {
  return db
    .prepare<[number, number], Person & { place: number }>(
      'SELECT rowid AS place, id, name, email, phone FROM registrations WHERE rowid > ? ORDER BY rowid LIMIT ?',
    )
    .all(place, limit)
}
