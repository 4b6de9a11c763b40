/** An administrator can drop and restore all door events and room reports of a phone or account. */
import type { Db } from '../db/db.ts'
import { prepared, readValue, readValues } from '../db/prepared.ts'
import { updateArrival } from '../registrations/arrivals.ts'
import type { StatusChange } from '../registrations/set-status.ts'
import { restoreRegistration, trashRegistration } from '../registrations/trash.ts'
import type { DoorAccount, DoorDropped } from './schema.ts'

export type Sender = { device: string; userId?: never } | { userId: string; device?: never }

const eventsPerPartCount = 100

const sentBy = ({ device, userId }: Sender) =>
  device === undefined ? { where: 'receivedBy = ?', id: userId } : { where: 'device = ?', id: device }

export function findDrop(db: Db, { device, userId }: Sender): number | null {
  return readValue<number>(db, 'SELECT id FROM doorDrops WHERE device = ? OR userId = ?', device ?? null, userId ?? null) ?? null
}

export function beginDrop(db: Db, sender: Sender, at: string): number | null {
  const { where, id } = sentBy(sender)
  const any = `SELECT 1 FROM arrivals WHERE ${where} UNION ALL SELECT 1 FROM roomReports WHERE ${where} LIMIT 1`
  if (!prepared(db, any).get(id, id)) return null
  const insert = prepared(db, 'INSERT INTO doorDrops (device, userId, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  insert.run(sender.device ?? null, sender.userId ?? null, at)
  const dropId = findDrop(db, sender)
  prepared(db, `UPDATE roomReports SET dropId = ? WHERE ${where} AND dropId IS NULL`).run(dropId, id)
  return dropId
}

export function eventsToDrop(db: Db, sender: Sender): string[] {
  const { where, id } = sentBy(sender)
  return readValues(db, `SELECT id FROM arrivals WHERE ${where} AND dropId IS NULL`, id)
}

/** Drops up to 100 events and removes their ids from `ids`. Call it, each time in a transaction, until `ids` is empty. */
export function dropEvents(db: Db, dropId: number, ids: string[], change: StatusChange & { by: string }): DoorDropped {
  const droppedEvents = prepared<{ id: string; registration: string }>(
    db,
    `UPDATE arrivals SET dropId = ? WHERE id IN (SELECT value FROM json_each(?)) AND dropId IS NULL RETURNING id, registration`,
  ).all(dropId, JSON.stringify(ids.splice(0, eventsPerPartCount)))
  for (const registration of new Set(droppedEvents.map((event) => event.registration))) updateArrival(db, registration)
  const droppedIds = droppedEvents.map(({ id }) => id)
  return { events: droppedEvents.length, people: trashWalkIns(db, dropId, droppedIds, change) }
}

export function trashWalkIns(db: Db, dropId: number, ids: readonly string[], change: StatusChange & { by: string }): number {
  const walkIns = readValues<string>(
    db,
    'SELECT id FROM registrations WHERE id IN (SELECT value FROM json_each(?)) AND isWalkIn = 1 AND arrivedAt IS NULL',
    JSON.stringify(ids),
  )
  return walkIns.filter((id) => trashRegistration(db, id, { ...change, wentWithDrop: dropId })).length
}

/** Restores up to 100 events. Call it like `dropEvents`, until `isDone` is true. */
export function restoreEvents(db: Db, dropId: number, change: StatusChange): DoorDropped & { isDone: boolean } {
  const events = prepared<{ id: string; registration: string }>(
    db,
    `UPDATE arrivals SET dropId = NULL WHERE id IN (SELECT id FROM arrivals WHERE dropId = ? LIMIT ${eventsPerPartCount})
     RETURNING id, registration`,
  ).all(dropId)
  const trashedWalkIns = readValues<string>(
    db,
    "SELECT id FROM trash WHERE id IN (SELECT value FROM json_each(?)) AND row ->> 'wentWithDrop' = ?",
    JSON.stringify(events.map(({ id }) => id)),
    dropId,
  )
  const people = trashedWalkIns.filter((id) => typeof restoreRegistration(db, id, change) === 'object').length
  for (const registration of new Set(events.map((event) => event.registration))) updateArrival(db, registration)
  const isDone = events.length < eventsPerPartCount
  if (isDone) {
    prepared(db, 'UPDATE roomReports SET dropId = NULL WHERE dropId = ?').run(dropId)
    prepared(db, 'DELETE FROM doorDrops WHERE id = ?').run(dropId)
  }
  return { events: events.length, people, isDone }
}

export function listDoorAccounts(db: Db): DoorAccount[] {
  return prepared<DoorAccount>(
    db,
    `SELECT receivedBy AS id, users.name, count(*) AS sent, doorDrops.at AS droppedAt
     FROM (SELECT receivedBy FROM arrivals UNION ALL SELECT receivedBy FROM roomReports)
     LEFT JOIN users ON users.id = receivedBy LEFT JOIN doorDrops ON doorDrops.userId = receivedBy
     WHERE receivedBy IS NOT NULL GROUP BY receivedBy ORDER BY users.name IS NULL, users.name, receivedBy`,
  ).all()
}
