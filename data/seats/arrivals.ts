import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared, readValue } from '../db/prepared.ts'
import { dropSeat, seatsOf } from './seats.ts'

/** `arrivals` maps session ids to the time of the first arrival. Expects an open transaction. */
export function setSessionArrivals(db: Db, registration: string, arrivals: ReadonlyMap<string, string>): void {
  const before = seatsOf(db, registration)
  if (arrivals.size === 0 && before.every(({ arrivedAt }) => arrivedAt === null)) return
  if (readValue(db, 'SELECT 1 FROM registrations WHERE id = ?', registration) === undefined) return
  const events = new Set(readKey(db, 'events').value.map(({ id }) => id))
  for (const { event, arrivedAt, status } of before) {
    if (arrivedAt === null || arrivals.has(event)) continue
    prepared(db, 'UPDATE sessionSeats SET arrivedAt = NULL WHERE event = ? AND registration = ?').run(event, registration)
    if (status === 'none') dropSeat(db, registration, event)
  }
  for (const [event, at] of arrivals) {
    if (!events.has(event)) continue
    prepared(
      db,
      `INSERT INTO sessionSeats (event, registration, status, since, arrivedAt) VALUES (@event, @registration, 'none', @at, @at)
       ON CONFLICT (event, registration) DO UPDATE SET arrivedAt = @at WHERE arrivedAt IS NOT @at`,
    ).run({ event, registration, at })
  }
}
