import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import type { Recipient } from '../mail/outbox.ts'
import type { SeatStatus } from './schema.ts'
import { dropSeat, fillSessions, isFull, mailedSession, putSeat, type SeatChange, seatsOf, takeSeat } from './seats.ts'
import { overlapIn, readSessions } from './sessions.ts'

type StoredSeat = { event: string; status: SeatStatus; since: string; waitingNumber: number | null }

const rowsOf = (db: Db, registration: string): StoredSeat[] =>
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

export function tellChangedSeats(db: Db, person: Recipient, stored: unknown, change: SeatChange): void {
  const before = parseSeats(stored)
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

/** Moves a seat of `from` to `to` if `to` lacks it and no session overlaps, or if it is better than the seat of `to`. */
export function uniteSeats(db: Db, { from, to }: { from: string; to: string }, timeZone: string): void {
  const seats = rowsOf(db, from)
  if (seats.length === 0) return
  const sessions = readSessions(db, timeZone)
  for (const seat of seats) {
    const now = rowsOf(db, to)
    const ownSeat = now.find(({ event }) => event === seat.event)
    const others = now.filter(({ event }) => event !== seat.event)
    const chosen = [...others, seat].flatMap(({ event }) => sessions.get(event) ?? [])
    if ((ownSeat && !isBetter(seat, ownSeat)) || (!ownSeat && overlapIn(chosen))) continue
    dropSeat(db, from, seat.event)
    putSeat(db, { ...seat, registration: to })
  }
}

const isBetter = (a: StoredSeat, b: StoredSeat): boolean =>
  a.status === b.status ? (a.waitingNumber ?? 0) < (b.waitingNumber ?? 0) : a.status === 'seated'
