/** What phones send: stored, and answered with how each person stands. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { aliasOf, countedArrivals, noteArrival, storeArrival } from '../registrations/arrivals.ts'
import type { RegistrationStatus } from '../registrations/schema.ts'
import { wasListed } from './list.ts'
import type { Arrival, CountedArrival, DoorAnswer } from './schema.ts'

/** By which phone and whom something was sent, and when it was received (ISO 8601 in UTC). */
export type Sent = { device: string; by: string; receivedAt: string }

type Standing = { status: RegistrationStatus; arrivedAt: string | null; door: string | null }

const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** When something was by a right clock, in ISO 8601 in UTC: texts of one length, which are in order as they stand. */
export function correctedTime({ at, offset = 0 }: { at: string; offset?: number | undefined }): string {
  return new Date(Math.min(Math.max(Date.parse(at) + offset, earliest), latest)).toISOString()
}

/**
 * Stores events, in one transaction, and brings those whom they are about to what all their events say. Events of who was erased
 * are not kept. Those about somebody unknown are: a walk-in may come after them.
 */
export function storeArrivals(db: Db, arrivals: readonly Arrival[], { device, by, receivedAt }: Sent): void {
  db.transaction(() => {
    const people = new Set<string>()
    for (const { id, registration: sent, at, offset, door, undo } of arrivals) {
      const registration = aliasOf(db, sent)
      if (!standingOf(db, registration) && !isKept(db, registration) && wasListed(db, registration)) continue
      const takesBack = undo === undefined || undo === false ? null : undo === true ? '' : undo
      const corrected = correctedTime({ at, offset })
      storeArrival(db, {
        id,
        registration,
        device,
        at: corrected,
        door: door ?? '',
        undo: takesBack,
        receivedAt,
        receivedBy: by,
      })
      people.add(registration)
    }
    for (const registration of people) noteArrival(db, registration)
  }).immediate()
}

/** How somebody stands, by the id that a phone knows them by. */
export function doorAnswer(db: Db, sent: string): DoorAnswer {
  const registration = aliasOf(db, sent)
  const merged = registration === sent ? {} : { mergedInto: registration }
  const standing = standingOf(db, registration)
  if (!standing) {
    const status = isInTrash(db, registration) || wasListed(db, registration) ? 'erased' : 'unknown'
    return { registration: sent, status, arrivedAt: null, door: null, ...merged }
  }
  const doubles: CountedArrival[] = standing.arrivedAt === null ? [] : countedArrivals(db, registration)
  return { registration: sent, ...standing, ...(doubles.length > 1 ? { doubles } : {}), ...merged }
}

function standingOf(db: Db, id: string): Standing | undefined {
  return prepared<Standing>(db, 'SELECT status, arrivedAt, door FROM registrations WHERE id = ?').get(id)
}

/** Whether somebody who is not in the list is kept beside it: in the trash, or with the people of an edition that is over. */
export const isKept = (db: Db, id: string): boolean =>
  isInTrash(db, id) || prepared(db, 'SELECT 1 FROM editionPeople WHERE id = ?').get(id) !== undefined

/** Whether somebody, by the id of their registration, is in the trash. */
export const isInTrash = (db: Db, id: string): boolean => prepared(db, 'SELECT 1 FROM trash WHERE id = ?').get(id) !== undefined
