import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import type { Recipient } from '../mail/outbox.ts'
import type { SeatStatus } from './schema.ts'
import { fillSessions, isFull, mailedSession, putSeat, type SeatChange, seatsOf, takeSeat } from './seats.ts'
import { readSessions } from './sessions.ts'

export type StoredSeat = { event: string; status: SeatStatus; since: string; waitingNumber: number | null }

export const rowsOf = (db: Db, registration: string): StoredSeat[] =>
  prepared<StoredSeat>(
    db,
    `SELECT event, status, since, waitingNumber FROM sessionSeats
     WHERE registration = ? AND status <> 'none' AND lostAt IS NULL ORDER BY since, event`,
  ).all(registration)

/** JSON for `putBackSeats`, or null. */
export function storedSeats(db: Db, registration: string): string | null {
  const rows = rowsOf(db, registration)
  return rows.length > 0 ? JSON.stringify(rows) : null
}

export const parseSeats = (stored: unknown): StoredSeat[] => (typeof stored === 'string' ? JSON.parse(stored) : [])

/** Without `isExact`, a person whose seat is taken waits for another, or gets none without a waiting list. */
export function putBackSeats(db: Db, registration: string, stored: unknown, isExact = false): void {
  const seats = parseSeats(stored)
  if (seats.length === 0) return
  const events = new Map(readKey(db, 'events').value.map((event) => [event.id, { ...event, span: null }]))
  for (const { event, status, since, waitingNumber } of seats) {
    const session = events.get(event)
    if (!session) continue
    if (status === 'waiting' || isExact) putSeat(db, { event, registration, status, since, waitingNumber })
    else if (!isFull(db, session)) takeSeat(db, registration, session, since)
  }
}

export function tellChangedSeats(db: Db, person: Recipient, before: readonly StoredSeat[], change: SeatChange): void {
  if (before.length === 0) return
  const sessions = readSessions(db, change.timeZone)
  const statusNow = new Map(seatsOf(db, person.id).map(({ event, status }) => [event, status]))
  const changed = before.filter(({ event, status }) => status === 'seated' && statusNow.get(event) !== 'seated')
  for (const kind of ['session-waiting', 'session-lost'] as const) {
    const of = changed.filter(({ event }) => (statusNow.get(event) === 'waiting') === (kind === 'session-waiting'))
    const toldSessions = of.flatMap(({ event }) => sessions.get(event) ?? []).map(mailedSession)
    if (toldSessions.length > 0) change.queueMail?.(kind, person, change.at, { sessions: toldSessions })
  }
  fillSessions(db, change)
}
