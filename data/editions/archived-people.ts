import type { Db } from '../db/db.ts'
import { inTransaction, prepared, readValues } from '../db/prepared.ts'
import { archivedColumns, archivePerson, insertFullRow } from '../registrations/full-row.ts'
import { fromRow, type RegistrationRow } from '../registrations/registrations.ts'
import type { Registration } from '../registrations/schema.ts'

/** Archives waiting people first, because they would otherwise get the seats of archived people. */
export function archivePeople(db: Db, year: string, finishedAt: string, limit: number): boolean {
  return inTransaction(db, () => {
    if (!db.prepare('SELECT 1 FROM editions WHERE year = ? AND undoneAt IS NULL').get(year)) return false
    const waitingFirst = "SELECT id FROM registrations WHERE registrationDate <= ? ORDER BY status = 'waitlisted' DESC LIMIT ?"
    const ids = readValues<string>(db, waitingFirst, finishedAt, limit)
    for (const id of ids) archivePerson(db, year, id)
    if (ids.length === 0) db.prepare('UPDATE editions SET apartAt = finishedAt WHERE year = ?').run(year)
    return ids.length > 0
  })
}

/** If an archived person's e-mail was registered in the meantime, the archived person goes to the trash. */
export function restorePeople(
  db: Db,
  year: string,
  { isWaiting, limit, at }: { isWaiting: boolean; limit: number; at: string },
): boolean {
  return inTransaction(db, () => {
    const people = prepared<{ id: string; row: string; mails: string }>(
      db,
      "SELECT id, row, mails FROM editionPeople WHERE year = ? AND (row ->> 'status' = 'waitlisted') = ? LIMIT ?",
    ).all(year, Number(isWaiting), limit)
    const forget = db.prepare('DELETE FROM editionPeople WHERE year = ? AND id = ?')
    const isTaken = db.prepare("SELECT 1 FROM registrations WHERE emailKey = ? ->> 'emailKey'")
    const putAside = db.prepare(
      "INSERT INTO trash (id, row, mails, deletedAt) VALUES (?, json_set(?, '$.idempotencyKey', NULL), ?, ?)",
    )
    for (const { id, row, mails } of people) {
      if (isTaken.get(row)) putAside.run(id, row, mails, at)
      else insertFullRow(db, { row: JSON.parse(row), mails: JSON.parse(mails) }, { hasExactSeats: true })
      forget.run(year, id)
    }
    return people.length > 0
  })
}

const pageSize = 100

export function* eachArchivedPerson(db: Db, year: string): Generator<Registration> {
  const page = db.prepare<[string, string, number], RegistrationRow>(
    `SELECT ${archivedColumns} FROM editionPeople WHERE year = ? AND id > ? ORDER BY id LIMIT ?`,
  )
  for (let last = ''; ; ) {
    const rows = page.all(year, last, pageSize)
    yield* rows.map(fromRow)
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end.id
  }
}

export function archivedIds(db: Db, year: string, limit: number): string[] {
  const all = 'SELECT id FROM editionPeople WHERE year = ? UNION ALL SELECT id FROM trash WHERE edition = ? LIMIT ?'
  return readValues(db, all, year, year, limit)
}

export function attendanceOf(db: Db, year: string): { seats: number; arrived: number } | null {
  const counts = prepared<{ seats: number; arrived: number | null }>(
    db,
    `SELECT count(*) AS seats, sum(row ->> 'arrivedAt' IS NOT NULL) AS arrived FROM editionPeople
     WHERE year = ? AND row ->> 'status' = 'registered' AND coalesce(row ->> 'isWalkIn', 0) = 0`,
  ).get(year)
  return counts?.arrived ? { seats: counts.seats, arrived: counts.arrived } : null
}
