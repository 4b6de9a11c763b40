/** How many have a place and how many wait for one, and what that means for who comes now. */
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { type Closed, type Offer, offerOf, type Seat, seat, seatAt } from './places.ts'
import type { RegistrationStatus } from './schema.ts'

/** How many registrations stand so. Kept by triggers: it costs the same whatever their number. */
export function countStatus(db: Db): Record<RegistrationStatus, number> {
  const rows = prepared<{ status: RegistrationStatus; people: number }>(db, 'SELECT status, people FROM statusCounts').all()
  const counts = { registered: 0, waitlisted: 0, cancelled: 0 }
  for (const { status, people } of rows) counts[status] = people
  return counts
}

/** Returns a function for what the page says of registering at an instant (ISO 8601 in UTC). As cheap as `placesNow`. */
export const offerNow =
  (db: Db) =>
  (at: string): Offer =>
    offerOf(readKey(db, 'places').value, registeredNow(db), at)

/**
 * Returns a function for what somebody new who comes at an instant (ISO 8601 in UTC) is told. Called in the transaction
 * that stores them, it is never out of date. Two reads of a row: the settings are parsed when they changed.
 */
export const placesNow =
  (db: Db) =>
  (at: string): Seat | Closed =>
    seatAt(readKey(db, 'places').value, registeredNow(db), at)

/** Where somebody whom staff bring or bring back stands: with a place, at the end of the waiting list, or nowhere ('full'). */
export function seatNow(db: Db): Seat | 'full' {
  return seat(readKey(db, 'places').value, registeredNow(db))
}

const registeredNow = (db: Db) =>
  prepared<{ people: number }>(db, "SELECT people FROM statusCounts WHERE status = 'registered'").get()?.people ?? 0
