/** Everything that one phone or account sent, dropped and brought back by an administrator. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { noteArrival } from '../registrations/arrivals.ts'
import type { StatusChange } from '../registrations/set-status.ts'
import { restoreRegistration, trashRegistration } from '../registrations/trash.ts'
import type { DoorAccount, DoorDropped } from './schema.ts'

/** A phone or an account, by its id. */
export type Sender = { device: string; userId?: never } | { userId: string; device?: never }

/** Events that are dropped or brought back in one transaction. */
const eventsAtOnce = 100

/** The column of `arrivals` and its value for all events of a sender. */
const sentBy = ({ device, userId }: Sender) =>
  device === undefined ? { where: 'receivedBy = ?', id: userId } : { where: 'device = ?', id: device }

/** The drop of a sender; null while nothing is dropped. */
export function findDrop(db: Db, { device, userId }: Sender): number | null {
  const row = prepared<{ id: number }>(db, 'SELECT id FROM doorDrops WHERE device = ? OR userId = ?').get(
    device ?? null,
    userId ?? null,
  )
  return row?.id ?? null
}

/** Begins to drop all that a sender sent, at the instant `at` (ISO 8601 in UTC). Null if it has sent nothing. */
export function beginDrop(db: Db, sender: Sender, at: string): number | null {
  const { where, id } = sentBy(sender)
  if (!prepared(db, `SELECT 1 FROM arrivals WHERE ${where} LIMIT 1`).get(id)) return null
  const insert = prepared(db, 'INSERT INTO doorDrops (device, userId, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  insert.run(sender.device ?? null, sender.userId ?? null, at)
  return findDrop(db, sender)
}

/** Ids of events of a sender that count. Read once: `dropEvents` takes them in parts. */
export function eventsToDrop(db: Db, sender: Sender): string[] {
  const { where, id } = sentBy(sender)
  const rows = prepared<{ id: string }>(db, `SELECT id FROM arrivals WHERE ${where} AND dropId IS NULL`).all(id)
  return rows.map((row) => row.id)
}

/**
 * Drops the next events of `ids`, and puts walk-ins of whom nothing else was seen into the trash. To be called in a transaction, until
 * `ids` is empty.
 */
export function dropEvents(db: Db, dropId: number, ids: string[], change: StatusChange & { by: string }): DoorDropped {
  const dropped = prepared<{ id: string; registration: string }>(
    db,
    `UPDATE arrivals SET dropId = ? WHERE id IN (SELECT value FROM json_each(?)) AND dropId IS NULL RETURNING id, registration`,
  ).all(dropId, JSON.stringify(ids.splice(0, eventsAtOnce)))
  for (const registration of new Set(dropped.map((event) => event.registration))) noteArrival(db, registration)
  return {
    events: dropped.length,
    people: trashWalkIns(
      db,
      dropId,
      dropped.map(({ id }) => id),
      change,
    ),
  }
}

/** Puts walk-ins that came with these dropped events into the trash, unless other events say that they are here. */
export function trashWalkIns(db: Db, dropId: number, ids: readonly string[], change: StatusChange & { by: string }): number {
  const walkIns = prepared<{ id: string }>(
    db,
    `SELECT id FROM registrations WHERE id IN (SELECT value FROM json_each(?)) AND isWalkIn = 1 AND arrivedAt IS NULL`,
  ).all(JSON.stringify(ids))
  return walkIns.filter(({ id }) => trashRegistration(db, id, { ...change, wentWithDrop: dropId })).length
}

/**
 * Brings the next events of a drop back, and the walk-ins that went with it. To be called in a transaction, until `isDone`: then the drop
 * is forgotten.
 */
export function bringEventsBack(db: Db, dropId: number, change: StatusChange): DoorDropped & { isDone: boolean } {
  const events = prepared<{ id: string; registration: string }>(
    db,
    `UPDATE arrivals SET dropId = NULL WHERE id IN (SELECT id FROM arrivals WHERE dropId = ? LIMIT ${eventsAtOnce})
     RETURNING id, registration`,
  ).all(dropId)
  const went = prepared<{ id: string }>(
    db,
    "SELECT id FROM trash WHERE id IN (SELECT value FROM json_each(?)) AND row ->> 'wentWithDrop' = ?",
  ).all(JSON.stringify(events.map(({ id }) => id)), dropId)
  const people = went.filter(({ id }) => typeof restoreRegistration(db, id, change) === 'object').length
  for (const registration of new Set(events.map((event) => event.registration))) noteArrival(db, registration)
  const isDone = events.length < eventsAtOnce
  if (isDone) prepared(db, 'DELETE FROM doorDrops WHERE id = ?').run(dropId)
  return { events: events.length, people, isDone }
}

/** The accounts with events at the door, by name. */
export function listDoorAccounts(db: Db): DoorAccount[] {
  return prepared<DoorAccount>(
    db,
    `SELECT receivedBy AS id, users.name, count(*) AS sent, doorDrops.at AS droppedAt
     FROM arrivals LEFT JOIN users ON users.id = receivedBy LEFT JOIN doorDrops ON doorDrops.userId = receivedBy
     WHERE receivedBy IS NOT NULL GROUP BY receivedBy ORDER BY users.name IS NULL, users.name, receivedBy`,
  ).all()
}
