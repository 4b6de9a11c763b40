import type { Db } from '../db/db.ts'

/** Removes the counters of the sign-in limits that have run out; `now` in Unix milliseconds. */
export function deleteExpiredCounters(db: Db, now: number): void {
  db.prepare('DELETE FROM limits WHERE expire <= ?').run(now)
}
