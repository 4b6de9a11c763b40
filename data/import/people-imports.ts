/** People whom organisers bring in with a file, and how they are taken out again. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { addByHand, type Changed } from '../registrations/changes.ts'
import type { StatusChange } from '../registrations/set-status.ts'
import { trashRegistration } from '../registrations/trash.ts'
import type { FilePerson } from './people-file.ts'

/** A file that was brought in; `people` are those of it who are in the list, `at` is ISO 8601 in UTC. */
type PeopleImport = { id: string; at: string; file: string; people: number }

/** Notes that a file is brought in, and returns the id that each of its people is stored with. */
export function noteImport(db: Db, file: string, at: string): string {
  const id = randomUUID()
  db.prepare('INSERT INTO peopleImports (id, at, file) VALUES (?, ?, ?)').run(id, at, file)
  return id
}

type Bringing = { importId: string; file: string; over: boolean }

/**
 * Adds people of a file as staff add somebody by hand, one after the other: with a place, or at the end of the waiting list, with
 * `over` with a place in any case. Says of each what became of them. To be called in a transaction, with few at a time.
 */
export function bringPeople(
  db: Db,
  people: readonly FilePerson[],
  { importId, file, over }: Bringing,
  change: StatusChange,
): Changed[] {
  const consent = file === '' ? 'Según el archivo que trajo el equipo organizador' : `Según el archivo «${file}»`
  return people.map(({ row: _, problems: __, doubts: ___, ...fields }) =>
    addByHand(db, { ...fields, over }, change, { consent, file, importId }),
  )
}

/** The last file whose people are in the list, and how many they are; null where there is none. */
export function lastImport(db: Db): PeopleImport | null {
  const last = prepared<PeopleImport>(
    db,
    `SELECT id, at, file, (SELECT count(*) FROM registrations WHERE importId = peopleImports.id) AS people FROM peopleImports
     WHERE undoneAt IS NULL AND EXISTS (SELECT 1 FROM registrations WHERE importId = peopleImports.id) ORDER BY at DESC LIMIT 1`,
  ).get()
  return last ?? null
}

/** Whether an import is noted under this id. */
export const isImport = (db: Db, id: string): boolean =>
  prepared(db, 'SELECT 1 FROM peopleImports WHERE id = ?').get(id) !== undefined

/**
 * Ids of people of an import who did not come to the door, at most `limit`. Those without a place come first: a place that is left
 * goes to who waits, and must not go to one who is taken out next.
 */
export function peopleOfImport(db: Db, id: string, limit: number): string[] {
  return prepared<{ id: string }>(
    db,
    "SELECT id FROM registrations WHERE importId = ? AND arrivedAt IS NULL ORDER BY status = 'registered', rowid LIMIT ?",
  )
    .all(id, limit)
    .map((row) => row.id)
}

/**
 * Puts people of an import into the trash, and with the last of them notes that it was undone: until then it is offered again. To be called
 * in a transaction, with few at a time. Returns how many they were.
 */
export function takeOut(db: Db, importId: string, ids: readonly string[], change: StatusChange & { by: string }): number {
  const taken = ids.filter((id) => trashRegistration(db, id, { ...change, wentWithImport: true })).length
  if (peopleOfImport(db, importId, 1).length === 0)
    prepared(db, 'UPDATE peopleImports SET undoneAt = coalesce(undoneAt, ?) WHERE id = ?').run(change.at, importId)
  return taken
}

/**
 * The ids, by e-mail in lower case, of who was deleted since the instant `since` (ISO 8601 in UTC), but for those who went with
 * their import.
 */
export function deletedEmails(db: Db, since: string): Map<string, string> {
  const rows = db
    .prepare<[string], { id: string; emailKey: string }>(
      `SELECT id, row ->> 'emailKey' AS emailKey FROM trash
       WHERE deletedAt >= ? AND edition IS NULL AND row ->> 'wentWithImport' IS NULL`,
    )
    .all(since)
  return new Map(rows.map(({ id, emailKey }) => [emailKey, id]))
}
