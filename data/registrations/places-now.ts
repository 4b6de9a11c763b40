import { readSection } from '../content/content.ts'
import { type Closed, type Offer, offerOf, type Places, type Seat, seat, seatAt } from '../content/places.ts'
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { countRows, prepared } from '../db/prepared.ts'
import { timelineNow } from '../programme/timeline.ts'
import { hourMs } from '../time.ts'
import type { RegistrationStatus } from './schema.ts'

export function countStatus(db: Db): Record<RegistrationStatus, number> {
  const rows = prepared<{ status: RegistrationStatus; people: number }>(db, 'SELECT status, people FROM statusCounts').all()
  const counts = { registered: 0, waitlisted: 0, cancelled: 0 }
  for (const { status, people } of rows) counts[status] = people
  return counts
}

const walkInsSql = "SELECT count(*) FROM registrations WHERE isWalkIn = 1 AND status = 'registered'"

export const usedOfLinkSql = "(SELECT count(*) FROM registrations WHERE placeLink = placeLinks.id AND status = 'registered')"

const reservedSql = `SELECT coalesce(sum(max(0, places - ${usedOfLinkSql})), 0) FROM placeLinks WHERE returnedAt IS NULL`

export const reservedSeats = (db: Db): number => countRows(db, reservedSql)

/** Includes unused seats of place links. Walk-ins do not use a seat. */
export function takenSeats(db: Db): number {
  return countStatus(db).registered - countRows(db, walkInsSql) + reservedSeats(db)
}

export function offerNow(db: Db, timeZone: string): (at: string) => Offer {
  const now = current(db)
  const isOver = overNow(db, timeZone)
  return (at) => offerOf(now.places(), now.takenCount(), at, isOver(at))
}

/** Call the returned function in the transaction that stores the registration, so that two people cannot get one seat. */
export function outcomeNow(db: Db, timeZone: string): (at: string) => Seat | Closed {
  const now = current(db)
  const isOver = overNow(db, timeZone)
  return (at) => seatAt(now.places(), now.takenCount(), at, isOver(at))
}

/** Returns ISO 8601 in UTC, or null if the setting is not in use. */
export function deadlineOf(db: Db, setting: 'confirmBy' | 'transferUntil'): string | null {
  const hours = readKey(db, 'places').value[setting]
  if (hours === null) return null
  return new Date(Date.parse(readSection(db, 'hero').value.eventDate) - hours * hourMs).toISOString()
}

export function overNow(db: Db, timeZone: string): (at: string) => boolean {
  const timeline = timelineNow(db, timeZone)
  return (at) => Date.parse(at) >= (timeline().days.at(-1)?.ends ?? Number.POSITIVE_INFINITY)
}

export function begunNow(db: Db, timeZone: string): (at: string) => boolean {
  const timeline = timelineNow(db, timeZone)
  return (at) => Date.parse(at) >= (timeline().days[0]?.starts ?? Number.POSITIVE_INFINITY)
}

export function capacityNow(db: Db): () => number | null {
  const now = current(db)
  return () => now.places().capacity
}

function current(db: Db) {
  const revisionOf = db.prepare<[], number | null>("SELECT max(id) FROM revisions WHERE section = 'places'").pluck()
  const takenCount = db
    .prepare<[], number>(`SELECT people - (${walkInsSql}) + (${reservedSql}) FROM statusCounts WHERE status = 'registered'`)
    .pluck()
  let read: { revision: number | null; places: Places } | undefined
  return {
    takenCount: () => takenCount.get() ?? 0,
    places() {
      const revision = revisionOf.get() ?? null
      if (read?.revision !== revision) read = { revision, places: readKey(db, 'places').value }
      return read.places
    },
  }
}

export function seatNow(db: Db): Seat | 'full' {
  return seat(readKey(db, 'places').value, takenSeats(db))
}

export function freeSeats(db: Db): number | null {
  const { capacity } = readKey(db, 'places').value
  return capacity === null ? null : Math.max(0, capacity - takenSeats(db))
}
