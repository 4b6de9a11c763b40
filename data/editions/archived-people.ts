/** Those who registered for an edition that is over, out of the list with all that they have. */
import type { Db } from '../db/db.ts'
import { insertWhole, keptColumns, setApart } from '../registrations/full-row.ts'
import { fromRow, type RegistrationRow } from '../registrations/registrations.ts'
import type { Registration } from '../registrations/schema.ts'

/**
 * Takes at most `most` of those who registered until `finishedAt` (ISO 8601 in UTC) out of the list, who waits first: nobody moves up for
 * a conference that is over. False when there were none: then all are apart, and who comes is of the next one; or where its end was taken back.
 */
export function setPeopleApart(db: Db, year: string, finishedAt: string, most: number): boolean {
  return db
    .transaction(() => {
      // Taken back meanwhile, they are on their way back.
      if (!db.prepare('SELECT 1 FROM editions WHERE year = ? AND undoneAt IS NULL').get(year)) return false
      const ids = db
        .prepare<[string, number], string>(
          "SELECT id FROM registrations WHERE registrationDate <= ? ORDER BY status = 'waitlisted' DESC LIMIT ?",
        )
        .pluck()
        .all(finishedAt, most)
      for (const id of ids) setApart(db, year, id)
      if (ids.length === 0) db.prepare('UPDATE editions SET apartAt = finishedAt WHERE year = ?').run(year)
      return ids.length > 0
    })
    .immediate()
}

/**
 * Puts at most `most` of them back into the list, as they stood: of those who wait, or of the others, who are put back first. Whose e-mail
 * has registered anew meanwhile goes to the trash, at the instant `at` (ISO 8601 in UTC). False when there were none.
 */
export function bringPeopleBack(
  db: Db,
  year: string,
  { waits, most, at }: { waits: boolean; most: number; at: string },
): boolean {
  return db
    .transaction(() => {
      const kept = db
        .prepare<[string, number, number], { id: string; row: string; mails: string }>(
          "SELECT id, row, mails FROM editionPeople WHERE year = ? AND (row ->> 'status' = 'waitlisted') = ? LIMIT ?",
        )
        .all(year, Number(waits), most)
      const forget = db.prepare('DELETE FROM editionPeople WHERE year = ? AND id = ?')
      const isTaken = db.prepare<[string], number>("SELECT 1 FROM registrations WHERE emailKey = ? ->> 'emailKey'").pluck()
      const putAside = db.prepare(
        "INSERT INTO trash (id, row, mails, deletedAt) VALUES (?, json_set(?, '$.idempotencyKey', NULL), ?, ?)",
      )
      for (const { id, row, mails } of kept) {
        if (isTaken.get(row)) putAside.run(id, row, mails, at)
        else insertWhole(db, { row: JSON.parse(row), mails: JSON.parse(mails) })
        forget.run(year, id)
      }
      return kept.length > 0
    })
    .immediate()
}

/** People that are read at a time. */
const pageSize = 100

/** All of them, in no order that means something, in parts: other requests use the connection in between. */
export function* eachPersonApart(db: Db, year: string): Generator<Registration> {
  const page = db.prepare<[string, string, number], RegistrationRow>(
    `SELECT ${keptColumns} FROM editionPeople WHERE year = ? AND id > ? ORDER BY id LIMIT ?`,
  )
  for (let last = ''; ; ) {
    const rows = page.all(year, last, pageSize)
    yield* rows.map(fromRow)
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end.id
  }
}

/** The ids of at most `most` of them, and of who was in the trash when their edition ended. */
export function idsApart(db: Db, year: string, most: number): string[] {
  return db
    .prepare<[string, string, number], string>(
      'SELECT id FROM editionPeople WHERE year = ? UNION ALL SELECT id FROM trash WHERE edition = ? LIMIT ?',
    )
    .pluck()
    .all(year, year, most)
}
