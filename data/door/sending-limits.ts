import type { Db } from '../db/db.ts'
import { countRows, prepared, readValue } from '../db/prepared.ts'
import { limits } from '../limits.ts'
import { dayMs, daysAfter, minuteMs } from '../time.ts'

const unknownDays = 1

const burstMs = 10 * minuteMs

type Sender = { by: string; device: string; receivedAt: string }

/** Events from the future, stored while the server's clock was wrong, do not count. */
export function maySendEvents(db: Db, { by, device, receivedAt }: Sender): boolean {
  const counts = prepared<{ account: number; phone: number }>(
    db,
    `SELECT count(*) AS account, count(*) FILTER (WHERE device = @device) AS phone FROM arrivals
     WHERE receivedBy = @by AND receivedAt > @since AND receivedAt <= @receivedAt`,
  ).get({ by, device, receivedAt, since: daysAfter(receivedAt, -1) })
  return counts !== undefined && counts.account < limits.door.accountEvents && counts.phone < limits.door.phoneEvents
}

export function secondsToNextWalkIn(db: Db, by: string, receivedAt: string): number {
  const now = Date.parse(receivedAt)
  const nth = `SELECT receivedAt FROM arrivals WHERE receivedBy = ? AND sentAs = id AND receivedAt > ? AND receivedAt <= ?
    ORDER BY receivedAt DESC LIMIT 1 OFFSET ?`
  const secondsWithin = (periodMs: number, limit: number) => {
    const oldest = readValue<string>(db, nth, by, new Date(now - periodMs).toISOString(), receivedAt, limit - 1)
    return oldest ? Math.ceil((Date.parse(oldest) + periodMs - now) / 1000) : 0
  }
  return Math.max(secondsWithin(burstMs, limits.door.walkInsAtOnce), secondsWithin(dayMs, limits.door.walkInsADay))
}

export function countUnknown(db: Db, by: string): number {
  return countRows(db, 'SELECT count(*) FROM arrivals WHERE receivedBy = ? AND isUnknown = 1', by)
}

export function hasReachedPersonLimit(db: Db, by: string, registration: string): boolean {
  // The `+` makes SQLite use the index on `registration`.
  const events = countRows(db, 'SELECT count(*) FROM arrivals WHERE registration = ? AND +receivedBy = ?', registration, by)
  return events >= limits.door.personEvents
}

export function forgetUnknownArrivals(db: Db, now: string): void {
  prepared(db, 'DELETE FROM arrivals WHERE isUnknown = 1 AND receivedAt < ?').run(daysAfter(now, -unknownDays))
}
