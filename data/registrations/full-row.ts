/** A registration with all that it has, as it is kept out of the list. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { dequeueStopped } from '../mail/outbox.ts'
import { readRegistration, registrationColumns } from './registrations.ts'
import type { Registration } from './schema.ts'
import { searchTextOf } from './search-text.ts'

type Columns = Record<string, string | number | null>

/** The rows of a registration and of its mails, by column. */
export type Whole = { row: Columns; mails: Columns[] }

/** Columns of a registration, such as 'id, name', out of the row that is kept as JSON in a column `row`. */
export const outOfRow = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `row ->> '${column}' AS ${column}`)
    .join(', ')

/** All that are shown of one. */
export const keptColumns = outOfRow(registrationColumns)

/** All that a registration has; null when there is none with this id. */
export function wholeOf(db: Db, id: string): Whole | null {
  const row = prepared<Columns>(db, 'SELECT * FROM registrations WHERE id = ?').get(id)
  if (!row) return null
  return { row, mails: prepared<Columns>(db, 'SELECT * FROM mails WHERE registrationId = ?').all(id) }
}

/**
 * Puts a registration back with all that it had, as it stood, but for mails that were stopped meanwhile, and returns it. Throws when its
 * e-mail is in the list.
 */
export function insertWhole(db: Db, { row, mails }: Whole): Registration {
  insertRow(db, 'registrations', row)
  for (const mail of mails) insertRow(db, 'mails', mail)
  dequeueStopped(db, String(row.id))
  const inserted = readRegistration(db, String(row.id))
  if (!inserted) throw new Error('a registration that was put back was not stored')
  // What a search looks at may have been less when it was taken out.
  prepared(db, 'UPDATE registrations SET searchText = ? WHERE id = ?').run(searchTextOf(inserted), inserted.id)
  return inserted
}

/** Takes a registration, with all that it has, out of the list and to the people of the edition of `year`. Throws when there is none. */
export function setApart(db: Db, year: string, id: string): void {
  const whole = wholeOf(db, id)
  if (!whole) throw new Error('a registration is gone while it is read')
  const { row, mails } = whole
  prepared(db, 'INSERT INTO editionPeople (year, id, row, mails) VALUES (?, ?, ?, ?)').run(
    year,
    id,
    JSON.stringify(row),
    JSON.stringify(mails),
  )
  prepared(db, 'DELETE FROM registrations WHERE id = ?').run(id)
}

/** A row kept by an older version may have columns that are gone, and lack those that are new: these take their default. */
function insertRow(db: Db, table: 'registrations' | 'mails', row: Columns): void {
  const known = new Set(
    prepared<{ name: string }>(db, 'SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name),
  )
  const columns = Object.keys(row).filter((name) => known.has(name))
  const values = columns.map((name) => row[name])
  prepared(db, `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`).run(values)
}
