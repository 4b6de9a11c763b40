import type { Db } from '../db/db.ts'

/** Removes expired counters of the sign-in limits. `now` in Unix milliseconds. */
export function deleteExpiredCounters(db: Db, now: number): void {
  db.prepare('DELETE FROM limits WHERE expire <= ?').run(now)
}
