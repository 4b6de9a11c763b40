import { clearLog, type Db } from '../db/db.ts'
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

/** Deletes addresses that belong to no registration: offers that other people made, and mails about the opening. */
function forgetAddresses(db: Db, all: string): void {
  const keys = 'SELECT emailKey FROM registrations WHERE id IN (SELECT value FROM json_each(?))'
  db.prepare(`DELETE FROM mails WHERE kind = 'transfer' AND lower(email) IN (${keys})`).run(all)
  db.prepare(`DELETE FROM transfers WHERE emailKey IN (${keys})`).run(all)
  db.prepare(`DELETE FROM openingAlerts WHERE lower(email) IN (${keys})`).run(all)
}

/** If this runs in a transaction, call `clearLog` after it. Otherwise erased data stays in the write-ahead log. */
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
    for (const table of ['trash', 'editionPeople'])
      db.prepare(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`).run(all)
    forgetAddresses(db, all)
    removeRegistrations(db, ids, change)
    if (!keepsCertificates) db.prepare('DELETE FROM certificates WHERE registration IN (SELECT value FROM json_each(?))').run(all)
    return { registeredAt }
  })
  if (erased && !db.inTransaction) clearLog(db)
  return erased
}
