import { clearLog, type Db } from '../db/db.ts'
import { forgetAddresses } from '../db/forget-addresses.ts'
import { inTransaction, readValue, readValues } from '../db/prepared.ts'
import { removeRegistrations, type StatusChange } from './set-status.ts'

/** Backups since `registeredAt` (ISO 8601 in UTC) may contain the person. */
type Erasure = { registeredAt: string }

const trashedRows = `SELECT id, row ->> 'emailKey' AS emailKey, row ->> 'mergedInto' AS mergedInto,
  row ->> 'registrationDate' AS registrationDate FROM trash`

const archivedRows = `SELECT id, row ->> 'registrationDate' AS registrationDate FROM editionPeople`

const emailKeyOfPerson = `coalesce((SELECT emailKey FROM registrations WHERE registrations.id = person.id),
  (SELECT row ->> 'emailKey' FROM trash WHERE trash.id = person.id),
  (SELECT row ->> 'emailKey' FROM editionPeople WHERE editionPeople.id = person.id LIMIT 1))`

export function idsOfPerson(db: Db, id: string): string[] {
  return readValues(
    db,
    `WITH RECURSIVE kept AS (${trashedRows}),
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
    id,
    id,
    id,
  )
}

/** If this runs in a transaction, call `clearLog` after it, to remove the erased data from the write-ahead log. */
export function eraseRegistrations(
  db: Db,
  ids: readonly string[],
  change: StatusChange,
  { keepsCertificates = false } = {},
): Erasure | null {
  const all = JSON.stringify(ids)
  const erased = inTransaction(db, () => {
    const registeredAt = readValue<string | null>(
      db,
      `SELECT min(registrationDate) FROM (
             SELECT registrationDate FROM registrations WHERE id IN (SELECT value FROM json_each(@all))
             UNION ALL SELECT registrationDate FROM (${trashedRows}) WHERE id IN (SELECT value FROM json_each(@all))
             UNION ALL SELECT registrationDate FROM (${archivedRows}) WHERE id IN (SELECT value FROM json_each(@all)))`,
      { all },
    )
    if (!registeredAt) return null
    forgetAddresses(db, ids)
    for (const table of ['trash', 'editionPeople'])
      db.prepare(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`).run(all)
    removeRegistrations(db, ids, change)
    if (!keepsCertificates) db.prepare('DELETE FROM certificates WHERE registration IN (SELECT value FROM json_each(?))').run(all)
    return { registeredAt }
  })
  if (erased && !db.inTransaction) clearLog(db)
  return erased
}
