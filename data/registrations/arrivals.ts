/** Functions that change data expect an open transaction. */
import type { Db } from '../db/db.ts'
import { prepared, readValue, readValues } from '../db/prepared.ts'
import { dequeueGroupMails } from '../mail/group-mails.ts'
import { setSessionArrivals } from '../seats/arrivals.ts'

/** `undo` is null for an arrival. Otherwise it is the id of the arrival to undo, or '' to undo all arrivals until `at`. */
type ArrivalEvent = {
  id: string
  registration: string
  sentAs: string
  device: string
  at: string
  door: string
  undo: string | null
  receivedAt: string
  receivedBy: string | null
  isUnknown: boolean
  dropId: number | null
  /** The session at whose door the person was scanned. Null for the conference's door. */
  session: string | null
}

export function storeArrival(db: Db, event: ArrivalEvent): boolean {
  const { changes } = prepared(
    db,
    `INSERT INTO arrivals (id, registration, sentAs, device, at, door, undo, receivedAt, receivedBy, isUnknown, dropId, session)
     VALUES (@id, @registration, @sentAs, @device, @at, @door, @undo, @receivedAt, @receivedBy, @isUnknown, @dropId, @session)
     ON CONFLICT (id) DO NOTHING`,
  ).run({ ...event, isUnknown: Number(event.isUnknown) })
  return changes === 1
}

type ValidArrival = { at: string; door: string; sentAs: string }

type StoredArrival = ValidArrival & { id: string; undo: string | null; session: string | null }

/** Leaves out arrivals that were undone at the door or dropped by an administrator, and arrivals at sessions. */
export const validArrivals = (db: Db, registration: string): ValidArrival[] => countedAt(null, storedArrivals(db, registration))

const storedArrivals = (db: Db, registration: string): StoredArrival[] =>
  prepared<StoredArrival>(
    db,
    `SELECT id, at, door, undo, session, coalesce(sentAs, registration) AS sentAs FROM arrivals
     WHERE registration = ? AND dropId IS NULL ORDER BY at, id`,
  ).all(registration)

function countedAt(place: string | null, events: readonly StoredArrival[]): ValidArrival[] {
  const undoneIds = new Set(events.map(({ undo }) => undo))
  const undoEvents = events.filter(({ id, undo }) => undo !== null && !undoneIds.has(id))
  const undoneUntil = undoEvents.findLast(({ undo, session }) => undo === '' && session === place)?.at ?? ''
  const takenBack = new Set(undoEvents.map(({ undo }) => undo))
  return events
    .filter(({ id, at, undo, session }) => session === place && undo === null && at > undoneUntil && !takenBack.has(id))
    .map(({ at, door, sentAs }) => ({ at, door, sentAs }))
}

export function updateArrival(db: Db, registration: string): void {
  const events = storedArrivals(db, registration)
  const arrivals = countedAt(null, events)
  const { at = null, door = null } = arrivals[0] ?? {}
  const hadCome = at === null && arrivalOf(db, registration).arrivedAt !== null
  prepared(
    db,
    'UPDATE registrations SET arrivedAt = @at, door = @door WHERE id = @registration AND (arrivedAt IS NOT @at OR door IS NOT @door)',
  ).run({ registration, at, door })
  prepared(
    db,
    "UPDATE editionPeople SET row = json_set(row, '$.arrivedAt', @at, '$.door', @door) WHERE id = @registration AND (row ->> 'arrivedAt' IS NOT @at OR row ->> 'door' IS NOT @door)",
  ).run({ registration, at, door })
  noteDouble(db, registration, arrivals)
  setSessionArrivals(db, registration, firstBySession(events))
  if (hadCome) dequeueGroupMails(db, registration)
}

function firstBySession(events: readonly StoredArrival[]): Map<string, string> {
  const sessions = new Set(events.flatMap(({ session }) => session ?? []))
  return new Map(
    [...sessions].flatMap((session) =>
      countedAt(session, events)
        .slice(0, 1)
        .map(({ at }) => [session, at] as const),
    ),
  )
}

function noteDouble(db: Db, registration: string, counted: readonly ValidArrival[]): void {
  const lastAt = counted.length > 1 ? counted.at(-1)?.at : undefined
  if (lastAt === undefined) prepared(db, 'DELETE FROM doorDoubles WHERE registration = ?').run(registration)
  else
    prepared(
      db,
      'INSERT INTO doorDoubles (registration, lastAt) VALUES (?, ?) ON CONFLICT (registration) DO UPDATE SET lastAt = excluded.lastAt',
    ).run(registration, lastAt)
}

export function arrivalOf(db: Db, id: string): { arrivedAt: string | null; door: string | null } {
  const row = prepared<{ arrivedAt: string | null; door: string | null }>(
    db,
    'SELECT arrivedAt, door FROM registrations WHERE id = ?',
  ).get(id)
  return row ?? { arrivedAt: null, door: null }
}

/** If the registration was merged, returns the id of the registration that remained. */
export function aliasOf(db: Db, registration: string): string {
  return readValue(db, 'SELECT registration FROM doorAliases WHERE id = ?', registration) ?? registration
}

export const isRegisteredWalkIn = (db: Db, id: string): boolean =>
  prepared(db, 'SELECT 1 FROM doorAliases WHERE id = ? AND isWalkIn = 1').get(id) !== undefined

/**
 * Moves door events from one registration to another, also events that phones send later. `isWalkIn`: `from` is a walk-in with the
 * e-mail of `to`.
 */
export function moveEvents(db: Db, from: string, to: string, { isWalkIn = false } = {}): void {
  prepared(db, 'UPDATE doorAliases SET registration = @to WHERE registration = @from').run({ from, to })
  prepared(db, 'INSERT OR REPLACE INTO doorAliases (id, registration, isWalkIn) VALUES (?, ?, ?)').run(from, to, Number(isWalkIn))
  prepared(
    db,
    'UPDATE arrivals SET registration = @to, sentAs = coalesce(sentAs, @from), isUnknown = 0 WHERE registration = @from',
  ).run({ from, to })
  prepared(db, 'DELETE FROM doorDoubles WHERE registration = ?').run(from)
  updateArrival(db, to)
}

export type DoorEvents = { arrivals: string[]; aliases: string[] }

export function doorEventsOf(db: Db, registration: string): DoorEvents {
  return {
    arrivals: readValues(db, 'SELECT id FROM arrivals WHERE registration = ?', registration),
    aliases: readValues(db, 'SELECT id FROM doorAliases WHERE registration = ?', registration),
  }
}

export function endEventMove(db: Db, registration: string): void {
  prepared(db, 'DELETE FROM doorAliases WHERE id = ?').run(registration)
  updateArrival(db, registration)
}

/** Undoes `moveEvents` after a merge. `arrivals` and `aliases` are ids that belonged to `to` before the merge. */
export function moveEventsBack(db: Db, { arrivals, aliases }: DoorEvents, { from, to }: { from: string; to: string }): void {
  prepared(
    db,
    'UPDATE doorAliases SET registration = @to WHERE registration = @from AND id IN (SELECT value FROM json_each(@aliases))',
  ).run({ from, to, aliases: JSON.stringify(aliases) })
  prepared(
    db,
    `WITH RECURSIVE own (id) AS (
       SELECT value FROM json_each(@arrivals) UNION SELECT arrivals.id FROM own JOIN arrivals ON registration = @from AND undo = own.id)
     UPDATE arrivals SET registration = @to WHERE registration = @from AND id IN own`,
  ).run({ from, to, arrivals: JSON.stringify(arrivals) })
  for (const id of [from, to]) updateArrival(db, id)
}
