/** What was seen at the door, and what follows from it for a registration. To be called in a transaction. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { dequeueGroupMails } from '../mail/group-mails.ts'

/**
 * `at` and `receivedAt` are ISO 8601 in UTC. `undo`: null for an arrival, the id of what is taken back (an arrival, or an undo, whose
 * arrivals then count again), or empty for all arrivals until `at`. An undo of an undo is for good.
 */
type ArrivalEvent = {
  id: string
  registration: string
  device: string
  at: string
  door: string
  undo: string | null
  receivedAt: string
  receivedBy: string | null
}

/** Stores an event, once however often it comes. */
export function storeArrival(db: Db, event: ArrivalEvent): void {
  prepared(
    db,
    `INSERT INTO arrivals (id, registration, device, at, door, undo, receivedAt, receivedBy)
     VALUES (@id, @registration, @device, @at, @door, @undo, @receivedAt, @receivedBy) ON CONFLICT (id) DO NOTHING`,
  ).run(event)
}

/** The arrivals of a registration that count, for nothing took them back; the earliest first. */
export function countedArrivals(db: Db, registration: string): { at: string; door: string }[] {
  // What took back is looked up once, not once for each arrival: a phone may send a thousand of one person.
  return prepared<{ at: string; door: string }>(
    db,
    `WITH undoing AS (
       SELECT at, undo FROM arrivals WHERE registration = @registration AND undo IS NOT NULL
         AND id NOT IN (SELECT undo FROM arrivals WHERE registration = @registration AND undo IS NOT NULL))
     SELECT at, door FROM arrivals
     WHERE registration = @registration AND undo IS NULL
       AND at > coalesce((SELECT max(at) FROM undoing WHERE undo = ''), '') AND id NOT IN (SELECT undo FROM undoing)
     ORDER BY at, id`,
  ).all({ registration })
}

/**
 * Brings a registration's arrival to what its events say, in the list or among the people of an edition that is over: it depends on
 * nothing but which there are, in whatever order they came.
 */
export function noteArrival(db: Db, registration: string): void {
  const { at = null, door = null } = countedArrivals(db, registration)[0] ?? {}
  const hadCome = at === null && arrivalOf(db, registration).arrivedAt !== null
  prepared(
    db,
    'UPDATE registrations SET arrivedAt = @at, door = @door WHERE id = @registration AND (arrivedAt IS NOT @at OR door IS NOT @door)',
  ).run({ registration, at, door })
  prepared(
    db,
    "UPDATE editionPeople SET row = json_set(row, '$.arrivedAt', @at, '$.door', @door) WHERE id = @registration AND (row ->> 'arrivedAt' IS NOT @at OR row ->> 'door' IS NOT @door)",
  ).run({ registration, at, door })
  if (hadCome) dequeueGroupMails(db, registration)
}

/** When and where somebody came, as it stands in the list. */
export function arrivalOf(db: Db, id: string): { arrivedAt: string | null; door: string | null } {
  const row = prepared<{ arrivedAt: string | null; door: string | null }>(
    db,
    'SELECT arrivedAt, door FROM registrations WHERE id = ?',
  ).get(id)
  return row ?? { arrivedAt: null, door: null }
}

/** The registration for which the events of this one count: itself, unless it was merged into another. */
export function aliasOf(db: Db, registration: string): string {
  const row = prepared<{ registration: string }>(db, 'SELECT registration FROM doorAliases WHERE id = ?').get(registration)
  return row?.registration ?? registration
}

/** From here on the events of `from`, those that there are and those to come, count for `to`. */
export function countFor(db: Db, from: string, to: string): void {
  prepared(db, 'UPDATE doorAliases SET registration = @to WHERE registration = @from').run({ from, to })
  prepared(db, 'INSERT OR REPLACE INTO doorAliases (id, registration) VALUES (?, ?)').run(from, to)
  prepared(db, 'UPDATE arrivals SET registration = @to WHERE registration = @from').run({ from, to })
  noteArrival(db, to)
}

/** Ids of what was seen of a registration, and those besides its own under which that is told. */
export type Seen = { arrivals: string[]; aliases: string[] }

/** What was seen of a registration until now. */
export function seenOf(db: Db, registration: string): Seen {
  const ids = (sql: string) => prepared<{ id: string }>(db, sql).all(registration)
  return {
    arrivals: ids('SELECT id FROM arrivals WHERE registration = ?').map(({ id }) => id),
    aliases: ids('SELECT id FROM doorAliases WHERE registration = ?').map(({ id }) => id),
  }
}

/** Somebody who was merged into another is one of their own again. */
export function countForThemselves(db: Db, registration: string): void {
  prepared(db, 'DELETE FROM doorAliases WHERE id = ?').run(registration)
  noteArrival(db, registration)
}

/**
 * What was seen of somebody before `from` got it is theirs again, with what took it back since; and what is still to be told of them under
 * another id.
 */
export function giveArrivalsBack(db: Db, { arrivals, aliases }: Seen, { from, to }: { from: string; to: string }): void {
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
  for (const id of [from, to]) noteArrival(db, id)
}
