import { clearLog, type Db } from '../db/db.ts'
import { removeRegistrations, type StatusChange } from './set-status.ts'

/** Who was erased: since when (ISO 8601 in UTC) backups may hold them. */
type Erased = { registeredAt: string }

const kept = `SELECT id, row ->> 'emailKey' AS emailKey, row ->> 'mergedInto' AS mergedInto,
  row ->> 'registrationDate' AS registrationDate FROM trash`

const apart = `SELECT id, row ->> 'registrationDate' AS registrationDate FROM editionPeople`

/** Of somebody in the list, in the trash or of an edition that is over. */
const emailKeyOfPerson = `coalesce((SELECT emailKey FROM registrations WHERE registrations.id = person.id),
  (SELECT row ->> 'emailKey' FROM trash WHERE trash.id = person.id),
  (SELECT row ->> 'emailKey' FROM editionPeople WHERE editionPeople.id = person.id LIMIT 1))`

/**
 * The ids under which the person of a registration, in the list, in the trash or of an edition that is over, is held: its own, what the
 * same e-mail left in the trash and in editions, and what was merged into one of these. A new registration of the e-mail stays when the
 * one that is named is in the trash or of an edition that is over. Empty when there is none with this id.
 */
export function idsOfPerson(db: Db, id: string): string[] {
  return db
    .prepare<[string, string, string], string>(
      `WITH RECURSIVE kept AS (${kept}),
         person (id) AS (
           SELECT id FROM registrations WHERE id = ? UNION SELECT id FROM trash WHERE id = ?
           UNION SELECT id FROM editionPeople WHERE id = ?
           UNION SELECT editionPeople.id FROM person
             JOIN editionPeople ON editionPeople.row ->> 'emailKey' =
               ${emailKeyOfPerson}
           UNION SELECT kept.id FROM person
             JOIN kept ON kept.mergedInto = person.id OR kept.emailKey =
               ${emailKeyOfPerson})
       SELECT id FROM person`,
    )
    .pluck()
    .all(id, id, id)
}

/**
 * Removes all that is held about a person under these ids (`idsOfPerson`), in the list, the trash or an edition that is over:
 * from the tables, whose bytes are overwritten, and from the write-ahead log. A place that they had goes to who waits longest.
 * Null when there is nothing to erase. A constancia goes with them, unless their time alone is over (`keepsCertificates`). Inside
 * a transaction of the caller's the log is theirs to clear, afterwards.
 */
export function eraseRegistrations(
  db: Db,
  ids: readonly string[],
  change: StatusChange,
  { keepsCertificates = false } = {},
): Erased | null {
  const all = JSON.stringify(ids)
  const erased = db
    .transaction(() => {
      const registeredAt = db
        .prepare<{ all: string }, string | null>(
          `SELECT min(registrationDate) FROM (
             SELECT registrationDate FROM registrations WHERE id IN (SELECT value FROM json_each(@all))
             UNION ALL SELECT registrationDate FROM (${kept}) WHERE id IN (SELECT value FROM json_each(@all))
             UNION ALL SELECT registrationDate FROM (${apart}) WHERE id IN (SELECT value FROM json_each(@all)))`,
        )
        .pluck()
        .get({ all })
      if (!registeredAt) return null
      for (const table of ['trash', 'editionPeople'])
        db.prepare(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`).run(all)
      removeRegistrations(db, ids, change)
      if (!keepsCertificates)
        db.prepare('DELETE FROM certificates WHERE registration IN (SELECT value FROM json_each(?))').run(all)
      return { registeredAt }
    })
    .immediate()
  if (erased && !db.inTransaction) clearLog(db)
  return erased
}
