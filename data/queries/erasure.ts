import type { Db } from '../db.ts'
import { fillPlaces, type Moving } from './places.ts'

/** Who was erased: since when (ISO 8601 in UTC) backups may hold them. */
export type Erased = { registeredAt: string }

/**
 * Removes all that is held about the person of a registration, in the list or in the trash: from the tables, whose bytes
 * are overwritten, and from the write-ahead log. What the same e-mail left in the trash before goes with it; a new
 * registration of the e-mail stays when the one that is erased is in the trash. A place that it had goes to who waits
 * longest. Null when there is none with this id.
 */
export function eraseRegistration(db: Db, id: string, moving: Moving): Erased | null {
  const erased = db
    .transaction(() => {
      const found = db
        .prepare<[string, string], { emailKey: string }>(
          `SELECT emailKey FROM registrations WHERE id = ? UNION ALL SELECT row ->> 'emailKey' AS emailKey FROM trash WHERE id = ?`,
        )
        .get(id, id)
      if (!found) return null
      const registeredAt = db
        .prepare<[string, string], string>(
          `SELECT min(registrationDate) FROM (SELECT registrationDate FROM registrations WHERE id = ?
             UNION ALL SELECT row ->> 'registrationDate' FROM trash WHERE row ->> 'emailKey' = ?)`,
        )
        .pluck()
        .get(id, found.emailKey)
      db.prepare('DELETE FROM registrations WHERE id = ?').run(id)
      db.prepare("DELETE FROM trash WHERE row ->> 'emailKey' = ?").run(found.emailKey)
      fillPlaces(db, moving)
      return { registeredAt: registeredAt ?? '' }
    })
    .immediate()
  // Outside the transaction: its pages are in the log until they are not.
  if (erased) db.pragma('wal_checkpoint(TRUNCATE)')
  return erased
}
