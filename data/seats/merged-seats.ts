import type { Db } from '../db/db.ts'
import { prepared, readValue } from '../db/prepared.ts'
import { dropSeat, putSeat } from './seats.ts'
import { overlapIn, readSessions } from './sessions.ts'
import { parseSeats, putBackSeats, rowsOf, type StoredSeat } from './stored.ts'

export type MovedSeat = { seat: StoredSeat; replaced: StoredSeat | null }

/** Moves a seat of `from` to `to` if `to` lacks it and no session overlaps, or if it is better than the seat of `to`. */
export function uniteSeats(db: Db, { from, to }: { from: string; to: string }, timeZone: string): MovedSeat[] {
  const seats = rowsOf(db, from)
  if (seats.length === 0) return []
  const sessions = readSessions(db, timeZone)
  return seats.flatMap((seat) => {
    const now = rowsOf(db, to)
    const ownSeat = now.find(({ event }) => event === seat.event)
    const others = now.filter(({ event }) => event !== seat.event)
    const chosen = [...others, seat].flatMap(({ event }) => sessions.get(event) ?? [])
    if ((ownSeat && !isBetter(seat, ownSeat)) || (!ownSeat && overlapIn(chosen))) return []
    dropSeat(db, from, seat.event)
    putSeat(db, { ...seat, registration: to })
    return [{ seat, replaced: ownSeat ?? null }]
  })
}

const isBetter = (a: StoredSeat, b: StoredSeat): boolean =>
  a.status === b.status ? (a.waitingNumber ?? 0) < (b.waitingNumber ?? 0) : a.status === 'seated'

/** Undoes `uniteSeats`. If `from` gave up a seat, `to` gets a free one or waits. */
export function separateSeats(db: Db, moved: readonly MovedSeat[], { from, to }: { from: string; to: string }): void {
  for (const { seat, replaced } of moved) {
    const current = prepared<StoredSeat & { lostAt: string | null }>(
      db,
      `SELECT event, status, since, waitingNumber, lostAt FROM sessionSeats
       WHERE registration = ? AND event = ? AND status <> 'none'`,
    ).get(from, seat.event)
    if (!current) {
      putBackSeats(db, to, JSON.stringify([seat]))
      continue
    }
    const { lostAt, ...row } = current
    dropSeat(db, from, seat.event)
    putSeat(db, { ...row, registration: to })
    if (replaced) putSeat(db, { ...replaced, registration: from })
    prepared(db, "UPDATE sessionSeats SET lostAt = ? WHERE event = ? AND registration IN (?, ?) AND status <> 'none'").run(
      ...[lostAt, seat.event, to, replaced ? from : to],
    )
  }
}

/** Keeps a later restore from giving moved seats away twice. */
export function separateStoredSeats(db: Db, moved: readonly MovedSeat[], id: string): void {
  const stored = readValue<string | null>(db, "SELECT row ->> 'sessions' FROM trash WHERE id = ?", id)
  if (!stored || moved.length === 0) return
  const movedByEvent = new Map(moved.map((item) => [item.seat.event, item]))
  const seats = parseSeats(stored).flatMap((seat) => {
    const item = movedByEvent.get(seat.event)
    return item ? (item.replaced ?? []) : seat
  })
  prepared(db, "UPDATE trash SET row = json_set(row, '$.sessions', ?) WHERE id = ?").run(JSON.stringify(seats), id)
}
