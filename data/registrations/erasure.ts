import type { Db } from '../db/db.ts'
import { type PlaceChange, removeRegistrations } from './set-status.ts'

/** Who was erased: since when (ISO 8601 in UTC) backups may hold them. */
type Erased = { registeredAt: string }

const kept = `SELECT id, row ->> 'emailKey' AS emailKey, row ->> 'mergedInto' AS mergedInto,
  row ->> 'registrationDate' AS registrationDate FROM trash`

/**
 * The ids under which the person of a registration, in the list or in the trash, is held: its own, what the same e-mail left
 * in the trash, and what was merged into one of these. A new registration of the e-mail stays when the one that is named
 * is in the trash. Empty when there is none with this id.
 */
export function idsOfPerson(db: Db, id: string): string[] {
  return db
    .prepare<[string, string], string>(
      `WITH RECURSIVE kept AS (${kept}),
         person (id) AS (
           SELECT id FROM registrations WHERE id = ? UNION SELECT id FROM trash WHERE id = ?
           UNION SELECT kept.id FROM person
             JOIN kept ON kept.mergedInto = person.id OR kept.emailKey =
               coalesce((SELECT emailKey FROM registrations WHERE registrations.id = person.id),
                        (SELECT row ->> 'emailKey' FROM trash WHERE trash.id = person.id)))
       SELECT id FROM person`,
    )
    .pluck()
    .all(id, id)
}

/**
 * Removes all that is held about a person under these ids (`idsOfPerson`), in the list or in the trash: from the tables,
 * whose bytes are overwritten, and from the write-ahead log. A place that they had goes to who waits longest. Null when
 * there is nothing to erase.
 */
export function eraseRegistrations(db: Db, ids: readonly string[], change: PlaceChange): Erased | null {
  const all = JSON.stringify(ids)
  const erased = db
    .transaction(() => {
      const registeredAt = db
        .prepare<[string, string], string | null>(
          `SELECT min(registrationDate) FROM (
             SELECT registrationDate FROM registrations WHERE id IN (SELECT value FROM json_each(?))
             UNION ALL SELECT registrationDate FROM (${kept}) WHERE id IN (SELECT value FROM json_each(?)))`,
        )
        .pluck()
        .get(all, all)
      if (!registeredAt) return null
      db.prepare('DELETE FROM trash WHERE id IN (SELECT value FROM json_each(?))').run(all)
      removeRegistrations(db, ids, change)
      return { registeredAt }
    })
    .immediate()
  // Outside the transaction: its pages are in the log until they are not.
  if (erased) db.pragma('wal_checkpoint(TRUNCATE)')
  return erased
}
