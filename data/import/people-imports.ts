import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { addByHand, type ChangeOutcome } from '../registrations/changes.ts'
import type { StatusChange } from '../registrations/set-status.ts'
import { trashRegistration } from '../registrations/trash.ts'
import type { FilePerson } from './people-file.ts'

type PeopleImport = { id: string; at: string; file: string; people: number }

export function noteImport(db: Db, file: string, at: string): string {
  const id = randomUUID()
  db.prepare('INSERT INTO peopleImports (id, at, file) VALUES (?, ?, ?)').run(id, at, file)
  return id
}

type Bringing = { importId: string; file: string; over: boolean }

/** Expects an open transaction. */
export function bringPeople(
  db: Db,
  people: readonly FilePerson[],
  { importId, file, over }: Bringing,
  change: StatusChange,
): ChangeOutcome[] {
  const consent = file === '' ? 'Según el archivo que importó el equipo organizador' : `Según el archivo «${file}»`
  return people.map(({ row: _, problems: __, doubts: ___, ...fields }) =>
    addByHand(db, { ...fields, over }, change, { consent, file, importId }),
  )
}

export function lastImport(db: Db): PeopleImport | null {
  const last = prepared<PeopleImport>(
    db,
    `SELECT id, at, file, (SELECT count(*) FROM registrations WHERE importId = peopleImports.id) AS people FROM peopleImports
     WHERE undoneAt IS NULL AND EXISTS (SELECT 1 FROM registrations WHERE importId = peopleImports.id) ORDER BY at DESC LIMIT 1`,
  ).get()
  return last ?? null
}

export const isImport = (db: Db, id: string): boolean =>
  prepared(db, 'SELECT 1 FROM peopleImports WHERE id = ?').get(id) !== undefined

/** Leaves out people who have arrived. Waiting people come first, because they would otherwise get the seats of removed people. */
export function peopleOfImport(db: Db, id: string, limit: number): string[] {
  return prepared<{ id: string }>(
    db,
    "SELECT id FROM registrations WHERE importId = ? AND arrivedAt IS NULL ORDER BY status = 'registered', rowid LIMIT ?",
  )
    .all(id, limit)
    .map((row) => row.id)
}

/** Moves people to the trash. Expects an open transaction. */
export function takeOut(db: Db, importId: string, ids: readonly string[], change: StatusChange & { by: string }): number {
  const trashedCount = ids.filter((id) => trashRegistration(db, id, { ...change, wentWithImport: true })).length
  if (peopleOfImport(db, importId, 1).length === 0)
    prepared(db, 'UPDATE peopleImports SET undoneAt = coalesce(undoneAt, ?) WHERE id = ?').run(change.at, importId)
  return trashedCount
}

export function deletedEmails(db: Db, since: string): Map<string, string> {
  const rows = db
    .prepare<[string], { id: string; emailKey: string }>(
      `SELECT id, row ->> 'emailKey' AS emailKey FROM trash
       WHERE deletedAt >= ? AND edition IS NULL AND row ->> 'wentWithImport' IS NULL`,
    )
    .all(since)
  return new Map(rows.map(({ id, emailKey }) => [emailKey, id]))
}
