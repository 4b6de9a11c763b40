import type { Db } from '../db/db.ts'

/** `now` is in Unix milliseconds. */
export function deleteExpiredCounters(db: Db, now: number): void {
  db.prepare('DELETE FROM limits WHERE expire <= ?').run(now)
}
