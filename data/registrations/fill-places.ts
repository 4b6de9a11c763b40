/** Who has a place and who waits for one, as the database has it. */

import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import type { QueueMail, Recipient } from '../mail/outbox.ts'
import { type Closed, type Offer, offerOf, type Places, type Seat, seat, seatAt } from './places.ts'
import type { RegistrationStatus } from './schema.ts'

/** When places move (ISO 8601 in UTC), and how whoever moves up is told; null where no mail is sent. */
export type Moving = { at: string; queueMail: QueueMail | null }

/** How many registrations stand so. Kept by triggers: it costs the same whatever their number. */
export function countStatus(db: Db): Record<RegistrationStatus, number> {
  const rows = db.prepare<[], { status: RegistrationStatus; people: number }>('SELECT status, people FROM statusCounts').all()
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

/** The settings, parsed when they changed, and how many have a place. */
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

const nextNumber = "SELECT coalesce(max(waitingNumber), 0) + 1 FROM registrations WHERE status = 'waitlisted'"

/** Where somebody whom staff bring back stands: with a place, at the end of the waiting list, or nowhere ('full'). */
export function seatNow(db: Db): Seat | 'full' {
  return seat(readKey(db, 'places').value, countStatus(db).registered)
}

/** The number of whoever comes last in the waiting list. */
export function lastInLine(db: Db): number {
  return db.prepare<[], number>(nextNumber).pluck().get() ?? 1
}

/**
 * Gives places that are free to those who wait longest, and tells them. Called in each transaction that frees some: nobody
 * waits while a place is free. Returns how many moved up.
 */
export function fillPlaces(db: Db, { at, queueMail }: Moving): number {
  const { registered, waitlisted } = countStatus(db)
  if (waitlisted === 0) return 0
  const { capacity } = readKey(db, 'places').value
  const free = capacity === null ? waitlisted : capacity - registered
  // A capacity below those who are there: they stay, and nobody moves.
  if (free <= 0) return 0
  const promoted = db
    .prepare<[number], Recipient>(
      `UPDATE registrations SET status = 'registered', waitingNumber = NULL WHERE id IN
         (SELECT id FROM registrations WHERE status = 'waitlisted' ORDER BY waitingNumber LIMIT ?)
       RETURNING id, email, name`,
    )
    .all(free)
  // That they wait is not true any more.
  const takeBack = db.prepare("DELETE FROM mails WHERE registrationId = ? AND kind = 'waitlisted' AND status = 'queued'")
  for (const person of promoted) {
    takeBack.run(person.id)
    queueMail?.('promoted', person, at)
  }
  return promoted.length
}
