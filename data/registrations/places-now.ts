/** How many have a place and how many wait for one, and what that means for who comes now. */
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { type Closed, type Offer, offerOf, type Places, type Seat, seat, seatAt } from './places.ts'
import type { RegistrationStatus } from './schema.ts'

/** How many registrations stand so. Kept by triggers: it costs the same whatever their number. */
export function countStatus(db: Db): Record<RegistrationStatus, number> {
  const rows = prepared<{ status: RegistrationStatus; people: number }>(db, 'SELECT status, people FROM statusCounts').all()
  const counts = { registered: 0, waitlisted: 0, cancelled: 0 }
  for (const { status, people } of rows) counts[status] = people
  return counts
}

/** Returns a function for what the page says of registering at an instant (ISO 8601 in UTC). As cheap as `placesNow`. */
export function offerNow(db: Db): (at: string) => Offer {
  const now = current(db)
  return (at) => offerOf(now.places(), now.registered(), at)
}

/**
 * Returns a function for what somebody new who comes at an instant (ISO 8601 in UTC) is told. Called in the transaction
 * that stores them, it is never out of date. Its statements are prepared once, and the settings parsed when they changed.
 */
export function placesNow(db: Db): (at: string) => Seat | Closed {
  const now = current(db)
  return (at) => seatAt(now.places(), now.registered(), at)
}

/** The settings, parsed when they changed, and how many have a place. Statements without parameters take a sixth of the time. */
function current(db: Db) {
  const revisionOf = db.prepare<[], number | null>("SELECT max(id) FROM revisions WHERE section = 'places'").pluck()
  const registered = db.prepare<[], number>("SELECT people FROM statusCounts WHERE status = 'registered'").pluck()
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
  return seat(readKey(db, 'places').value, countStatus(db).registered)
}
