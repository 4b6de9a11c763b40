/** How many have a place and how many wait for one, and what that means for who comes now. */

import { type Closed, type Offer, offerOf, type Places, type Seat, seat, seatAt } from '../content/places.ts'
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { courseNow } from '../programme/timeline.ts'
import type { RegistrationStatus } from './schema.ts'

/** How many registrations stand so. Kept by triggers: it costs the same whatever their number. */
export function countStatus(db: Db): Record<RegistrationStatus, number> {
  const rows = prepared<{ status: RegistrationStatus; people: number }>(db, 'SELECT status, people FROM statusCounts').all()
  const counts = { registered: 0, waitlisted: 0, cancelled: 0 }
  for (const { status, people } of rows) counts[status] = people
  return counts
}

const walkInsSql = "SELECT count(*) AS people FROM registrations WHERE isWalkIn = 1 AND status = 'registered'"

/** How many places are taken. Walk-ins take none of those for people who register. */
export function takenSeats(db: Db): number {
  return countStatus(db).registered - (prepared<{ people: number }>(db, walkInsSql).get()?.people ?? 0)
}

/** Returns a function for what the page says of registering at an instant (ISO 8601 in UTC). As cheap as `placesNow`. */
export function offerNow(db: Db, timeZone: string): (at: string) => Offer {
  const now = current(db)
  const isOver = overNow(db, timeZone)
  return (at) => offerOf(now.places(), now.registered(), at, isOver(at))
}

/**
 * Returns a function for what somebody new who comes at an instant (ISO 8601 in UTC) is told. Called in the transaction
 * that stores them, it is never out of date. Its statements are prepared once, and the settings parsed when they changed.
 */
export function placesNow(db: Db, timeZone: string): (at: string) => Seat | Closed {
  const now = current(db)
  const isOver = overNow(db, timeZone)
  return (at) => seatAt(now.places(), now.registered(), at, isOver(at))
}

/** Returns a function that says whether the conference has ended at an instant. */
export function overNow(db: Db, timeZone: string): (at: string) => boolean {
  const course = courseNow(db, timeZone)
  return (at) => Date.parse(at) >= (course().days.at(-1)?.ends ?? Number.POSITIVE_INFINITY)
}

/** Returns a function for how many places there are; null for no limit. As cheap as `placesNow`. */
export function capacityNow(db: Db): () => number | null {
  const now = current(db)
  return () => now.places().capacity
}

/** The settings, parsed when they changed, and how many of the places are taken. Statements without parameters take a sixth of the time. */
function current(db: Db) {
  const revisionOf = db.prepare<[], number | null>("SELECT max(id) FROM revisions WHERE section = 'places'").pluck()
  const registered = db
    .prepare<[], number>(`SELECT people - (${walkInsSql}) FROM statusCounts WHERE status = 'registered'`)
    .pluck()
  let read: { revision: number | null; places: Places } | undefined
  return {
    registered: () => registered.get() ?? 0,
    places() {
      const revision = revisionOf.get() ?? null
      if (read?.revision !== revision) read = { revision, places: readKey(db, 'places').value }
      return read.places
    },
  }
}

/** Where somebody whom staff bring or bring back stands: with a place, at the end of the waiting list, or nowhere ('full'). */
export function seatNow(db: Db): Seat | 'full' {
  return seat(readKey(db, 'places').value, takenSeats(db))
}

/** How many places nobody has; null where there is no limit. */
export function freeSeats(db: Db): number | null {
  const { capacity } = readKey(db, 'places').value
  return capacity === null ? null : Math.max(0, capacity - takenSeats(db))
}
