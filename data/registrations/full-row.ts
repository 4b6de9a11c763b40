import type { Db } from '../db/db.ts'
import { insertRow, prepared, readValues } from '../db/prepared.ts'
import { dequeueStopped } from '../mail/outbox.ts'
import { putBackSeats, storedSeats } from '../seats/stored.ts'
import { readRegistration, registrationColumns } from './registrations.ts'
import type { Registration } from './schema.ts'
import { searchTextOf } from './search.ts'

type Columns = Record<string, string | number | null>

export type FullRow = { row: Columns; mails: Columns[] }

export const outOfRow = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `row ->> '${column}' AS ${column}`)
    .join(', ')

export const archivedColumns = outOfRow(registrationColumns)

export function fullRowOf(db: Db, id: string): FullRow | null {
  const row = prepared<Columns>(db, 'SELECT * FROM registrations WHERE id = ?').get(id)
  if (!row) return null
  const sessions = storedSeats(db, id)
  return {
    row: { ...row, ...(sessions && { sessions }) },
    mails: prepared<Columns>(db, 'SELECT * FROM mails WHERE registrationId = ?').all(id),
  }
}

/** Puts back a deleted or archived registration with its mails. Throws if its e-mail was registered in the meantime. */
export function insertFullRow(db: Db, { row, mails }: FullRow, { hasExactSeats = false } = {}): Registration {
  insertKnownColumns(db, 'registrations', row)
  for (const mail of mails) insertKnownColumns(db, 'mails', mail)
  dequeueStopped(db, String(row.id))
  if (row.status === 'registered') putBackSeats(db, String(row.id), row.sessions, hasExactSeats)
  const inserted = readRegistration(db, String(row.id))
  if (!inserted) throw new Error('a registration that was put back was not stored')
  prepared(db, 'UPDATE registrations SET searchText = ? WHERE id = ?').run(searchTextOf(inserted), inserted.id)
  return inserted
}

export function archivePerson(db: Db, year: string, id: string): void {
  const fullRow = fullRowOf(db, id)
  if (!fullRow) throw new Error('a registration is gone while it is read')
  const { row, mails } = fullRow
  insertRow(db, 'editionPeople', { year, id, row: JSON.stringify(row), mails: JSON.stringify(mails) })
  prepared(db, 'DELETE FROM registrations WHERE id = ?').run(id)
}

/** Leaves out columns that a migration has removed since the row was stored. */
function insertKnownColumns(db: Db, table: 'registrations' | 'mails', row: Columns): void {
  const columnNames = new Set(readValues<string>(db, 'SELECT name FROM pragma_table_info(?)', table))
  insertRow(db, table, Object.fromEntries(Object.entries(row).filter(([name]) => columnNames.has(name))))
}
