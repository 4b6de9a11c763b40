import { createHash } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { countRows, prepared, readValue } from '../db/prepared.ts'
import { nameOrder } from '../registrations/search.ts'
import type { DoorPerson } from './schema.ts'

type Row = Omit<DoorPerson, 'ticket' | 'former'> & { token: string | null; formerTokens: string; formerIds: string | null }

const columns = `name, company, status, arrivedAt, door, token, formerTokens, iif(formerTokens = '[]', NULL,
    (SELECT json_group_array(id) FROM doorAliases WHERE registration = registrations.id)) AS formerIds`

/** Changes of registrations are recorded from the first call on. */
export function beginDoorList(db: Db, at: string): string {
  prepared(db, 'INSERT INTO doorList (id, beganAt) VALUES (1, ?) ON CONFLICT DO NOTHING').run(at)
  return cursorOf(db, lastChange(db))
}

/** Returns null if the cursor belongs to another list, for example after a backup was restored. */
export function changeOf(db: Db, cursor: string): number | null {
  const number = Number(cursor.split('.').at(-1))
  return Number.isSafeInteger(number) && number >= 0 && number <= lastChange(db) && cursorOf(db, number) === cursor
    ? number
    : null
}

function cursorOf(db: Db, change: number): string {
  const marks = ['SELECT beganAt FROM doorList', "SELECT at FROM mailMarks WHERE name = 'restored'"].map((sql) => {
    const mark = readValue<string>(db, sql)
    return mark ? Date.parse(mark).toString(36) : '0'
  })
  return [...marks, change].join('.')
}

const lastChange = (db: Db) => readValue<number | null>(db, 'SELECT max(seq) FROM doorChanges') ?? 0

export type ListPosition = { nameKey: string; id: string }

export const byName = `SELECT ${nameOrder} AS nameKey, id, ${columns} FROM registrations
  WHERE ${nameOrder} >= @nameKey AND (${nameOrder}, id) > (@nameKey, @id) ORDER BY ${nameOrder}, id LIMIT @limit`

/** Sorts by name, because the compressed list is then a seventh smaller. */
export function doorPeopleAfter(
  db: Db,
  after: ListPosition | null,
  limit: number,
): { people: DoorPerson[]; next: ListPosition | null } {
  const { nameKey, id } = after ?? { nameKey: '', id: '' }
  const rows = prepared<Row & ListPosition>(db, byName).all({ nameKey, id, limit })
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { people: rows.map(fromRow), next: last ? { nameKey: last.nameKey, id: last.id } : null }
}

export function changesAfter(db: Db, change: number, upTo: number, limit: number) {
  const rows = prepared<Omit<Row, 'status'> & { seq: number; status: Row['status'] | null }>(
    db,
    `SELECT seq, doorChanges.registration AS id, ${columns} FROM doorChanges LEFT JOIN registrations ON registrations.id = doorChanges.registration
     WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
  ).all(change, upTo, limit)
  const people: DoorPerson[] = []
  const removedIds: string[] = []
  for (const { status, ...row } of rows) {
    if (status === null) removedIds.push(row.id)
    else people.push(fromRow({ ...row, status }))
  }
  return { people, gone: removedIds, next: rows.length < limit ? null : (rows.at(-1)?.seq ?? null) }
}

export function countChanges(db: Db, change: number): number {
  return countRows(db, 'SELECT count(*) FROM doorChanges WHERE seq > ?', change)
}

export function wasListed(db: Db, id: string): boolean {
  return prepared(db, 'SELECT 1 FROM doorChanges WHERE registration = ?').get(id) !== undefined
}

function fromRow({ id, name, company, status, arrivedAt, door, token, formerTokens, formerIds }: Row): DoorPerson {
  const person = { id, name, company, status, arrivedAt, door, ticket: ticketOf(token ?? '') }
  if (formerIds === null) return person
  const tickets = (JSON.parse(formerTokens) as string[]).map(ticketOf)
  return { ...person, former: [...tickets, ...(JSON.parse(formerIds) as string[])] }
}

/** A phone compares this SHA-256 in hex with that of the token in a QR code. */
export const ticketOf = (token: string): string => createHash('sha256').update(token).digest('hex')
