import type { Db } from '../db/db.ts'
import { inTransaction, prepared, readValue } from '../db/prepared.ts'
import { limits } from '../limits.ts'
import { aliasOf, isRegisteredWalkIn, storeArrival, updateArrival, validArrivals } from '../registrations/arrivals.ts'
import type { RegistrationStatus } from '../registrations/schema.ts'
import { doorSeatsOf } from '../seats/door.ts'
import { daysAfter } from '../time.ts'
import { wasListed } from './list.ts'
import type { DoorAnswer } from './schema.ts'
import { countUnknown, hasReachedPersonLimit } from './sending-limits.ts'
import type { TimedArrival } from './times.ts'

export type Transmission = { device: string; by: string; receivedAt: string }

type PersonState = { status: RegistrationStatus; arrivedAt: string | null; door: string | null }

export function storeArrivals(db: Db, arrivals: readonly TimedArrival[], sent: Transmission): number {
  return inTransaction(db, () => {
    const people = new Set<string>()
    const dropId = dropOf(db, sent.device)
    let [unknown, events] = [countUnknown(db, sent.by), 0]
    for (const { id, registration: sentAs, at, door, undo, session = null } of arrivals) {
      const registration = aliasOf(db, sentAs)
      const place = placeOf(db, registration, sent)
      if (place === 'nowhere' || (place === 'unknown' && unknown >= limits.door.unknownEvents)) continue
      if (hasReachedPersonLimit(db, sent.by, registration)) continue
      const takesBack = undo === undefined || undo === false ? null : undo === true ? '' : undo
      const isUnknown = place === 'unknown'
      const event = { id, registration, sentAs, at, door: door ?? '', undo: takesBack, isUnknown, dropId, session }
      if (!storeArrival(db, { ...event, device: sent.device, receivedAt: sent.receivedAt, receivedBy: sent.by })) continue
      events++
      if (isUnknown) unknown++
      else people.add(registration)
    }
    for (const registration of people) updateArrival(db, registration)
    return events
  })
}

/**
 * 'list': on the attendee list. 'aside': archived or in the trash. 'unknown': never listed. 'nowhere': erased, or of a
 * finished edition for which this phone may no longer send arrivals.
 */
function placeOf(db: Db, registration: string, sent: Transmission): 'list' | 'aside' | 'unknown' | 'nowhere' {
  if (personStateOf(db, registration)) return 'list'
  const finishedAt = finishedWith(db, registration)
  if (finishedAt !== null) return hasHelpedAtEnd(db, finishedAt, sent) ? 'aside' : 'nowhere'
  if (isInTrash(db, registration)) return 'aside'
  return wasListed(db, registration) ? 'nowhere' : 'unknown'
}

function finishedWith(db: Db, id: string): string | null {
  const finishedAt = `SELECT finishedAt FROM editions WHERE year IN
    (SELECT year FROM editionPeople WHERE id = @id UNION ALL SELECT edition FROM trash WHERE id = @id)`
  return readValue<string>(db, finishedAt, { id }) ?? null
}

const lateDays = 3

/** Returns false if the account or phone was added after the edition ended, or if the edition ended over three days ago. */
export function hasHelpedAtEnd(db: Db, finishedAt: string, { device, by, receivedAt }: Transmission): boolean {
  const helper = prepared(
    db,
    `SELECT 1 FROM users JOIN doorDevices ON doorDevices.id = @device
     WHERE users.id = @by AND createdAt <= @finishedAt AND sinceAt <= @finishedAt`,
  ).get({ device, by, finishedAt })
  return helper !== undefined && receivedAt <= daysAfter(finishedAt, lateDays)
}

export function dropOf(db: Db, device: string): number | null {
  return readValue<number>(db, 'SELECT id FROM doorDrops WHERE device = ?', device) ?? null
}

/** `sent` is the registration's id on the phone. After a merge, the registration may have another id. */
export function doorAnswer(db: Db, sent: string): DoorAnswer {
  const registration = aliasOf(db, sent)
  if (isRegisteredWalkIn(db, sent) && finishedWith(db, registration) === null) return walkInAnswer(db, sent, registration)
  const isMerged = registration !== sent && !isRegisteredWalkIn(db, sent)
  const merged = isMerged ? { mergedInto: registration } : {}
  const state = personStateOf(db, registration)
  if (!state) {
    const status = isInTrash(db, registration) || wasListed(db, registration) ? 'erased' : 'unknown'
    return { registration: sent, status, arrivedAt: null, door: null, ...merged }
  }
  const counted = state.arrivedAt === null ? [] : validArrivals(db, registration)
  const seats = doorSeatsOf(db, registration)
  return { registration: sent, ...state, ...doublesIn(counted), ...(seats.length > 0 && { sessions: seats }), ...merged }
}

/** Does not reveal to the phone that the walk-in's e-mail was registered before. */
function walkInAnswer(db: Db, sent: string, registration: string): DoorAnswer {
  const counted = validArrivals(db, registration).filter(({ sentAs }) => sentAs === sent)
  const { at = null, door = null } = counted[0] ?? {}
  return { registration: sent, status: 'registered', arrivedAt: at, door, ...doublesIn(counted) }
}

const doublesIn = (counted: readonly { at: string; door: string }[]) =>
  counted.length > 1 ? { doubles: counted.map(({ at, door }) => ({ at, door })) } : {}

function personStateOf(db: Db, id: string): PersonState | undefined {
  return prepared<PersonState>(db, 'SELECT status, arrivedAt, door FROM registrations WHERE id = ?').get(id)
}

export const isArchivedOrTrashed = (db: Db, id: string): boolean =>
  isInTrash(db, id) || prepared(db, 'SELECT 1 FROM editionPeople WHERE id = ?').get(id) !== undefined

const isInTrash = (db: Db, id: string): boolean => prepared(db, 'SELECT 1 FROM trash WHERE id = ?').get(id) !== undefined
