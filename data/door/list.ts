import { createHash } from 'node:crypto'
import { inQuestionOrder } from '../content/questions.ts'
import type { Db } from '../db/db.ts'
import { countRows, prepared, readValue } from '../db/prepared.ts'
import { hashOf } from '../hash-of.ts'
import { parseAnswers, textsAtDoor } from '../registrations/answers/answers.ts'
import { readQuestions } from '../registrations/answers/stored.ts'
import { nameOrder } from '../registrations/search.ts'
import { doorSeatsSql } from '../seats/door.ts'
import type { DoorSeat } from '../seats/schema.ts'
import type { DoorPerson } from './schema.ts'

type Row = Omit<DoorPerson, 'ticket' | 'former' | 'answers' | 'sessions' | 'isUnconfirmed' | 'isPassedOn'> & {
  token: string | null
  formerTokens: string
  formerIds: string | null
  stored: string | null
  seats: string | null
  unconfirmedAt: string | null
  passedTo: string | null
}

const columns = `name, company, status, arrivedAt, door, token, formerTokens, iif(formerTokens = '[]', NULL,
    (SELECT json_group_array(id) FROM doorAliases WHERE registration = registrations.id)) AS formerIds,
    iif(answers = '{}', NULL, answers) AS stored, ${doorSeatsSql} AS seats, unconfirmedAt, passedTo`

/** The first call starts the recording of changes. Returns a cursor to the present list. */
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
  // Phones load the whole list again if the questions shown at the door change.
  const atDoor = questionsAtDoor(db).map(({ id, label, kind }) => [id, label, kind])
  return [...marks, ...(atDoor.length > 0 ? [hashOf(JSON.stringify(atDoor)).slice(0, 8)] : []), change].join('.')
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
  const read = personReader(db)
  return { people: rows.map(read), next: last ? { nameKey: last.nameKey, id: last.id } : null }
}

export function changesAfter(db: Db, change: number, upTo: number, limit: number) {
  const rows = prepared<Omit<Row, 'status'> & { seq: number; status: Row['status'] | null }>(
    db,
    `SELECT seq, doorChanges.registration AS id, ${columns} FROM doorChanges LEFT JOIN registrations ON registrations.id = doorChanges.registration
     WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
  ).all(change, upTo, limit)
  const read = personReader(db)
  const people: DoorPerson[] = []
  const removedIds: string[] = []
  for (const { status, ...row } of rows) {
    if (status === null) removedIds.push(row.id)
    else people.push(read({ ...row, status }))
  }
  return { people, gone: removedIds, next: rows.length < limit ? null : (rows.at(-1)?.seq ?? null) }
}

export function countChanges(db: Db, change: number): number {
  return countRows(db, 'SELECT count(*) FROM doorChanges WHERE seq > ?', change)
}

export function wasListed(db: Db, id: string): boolean {
  return prepared(db, 'SELECT 1 FROM doorChanges WHERE registration = ?').get(id) !== undefined
}

const questionsAtDoor = (db: Db) => inQuestionOrder(readQuestions(db)).filter(({ atDoor, isActive }) => atDoor && isActive)

function personReader(db: Db): (row: Row) => DoorPerson {
  const questions = questionsAtDoor(db)
  return ({ stored, seats, unconfirmedAt, passedTo, ...row }) => {
    const answers = stored === null || questions.length === 0 ? [] : textsAtDoor(questions, parseAnswers(stored))
    const sessions: DoorSeat[] = seats === null ? [] : JSON.parse(seats)
    return {
      ...fromRow(row),
      ...(answers.length > 0 && { answers }),
      ...(sessions.length > 0 && { sessions }),
      ...(unconfirmedAt !== null && { isUnconfirmed: true }),
      ...(passedTo !== null && row.status === 'cancelled' && { isPassedOn: true }),
    }
  }
}

function fromRow({
  id,
  name,
  company,
  status,
  arrivedAt,
  door,
  token,
  formerTokens,
  formerIds,
}: Omit<Row, 'stored' | 'seats' | 'unconfirmedAt' | 'passedTo'>): DoorPerson {
  const person = { id, name, company, status, arrivedAt, door, ticket: ticketOf(token ?? '') }
  if (formerIds === null) return person
  const tickets = (JSON.parse(formerTokens) as string[]).map(ticketOf)
  return { ...person, former: [...tickets, ...(JSON.parse(formerIds) as string[])] }
}

/** SHA-256 in hex. Phones compute the same hash from a QR code. */
export const ticketOf = (token: string): string => createHash('sha256').update(token).digest('hex')
