import type { Db } from './db.ts'
import { readValues } from './prepared.ts'

const addressesOf = {
  registrations: 'SELECT emailKey FROM registrations',
  trash: "SELECT row ->> 'emailKey' FROM trash",
  editionPeople: "SELECT row ->> 'emailKey' FROM editionPeople",
}

/** SQL that deletes stored mails with an offer from deleted or archived people. `condition` is about the mail in `value`. */
export const deleteStoredOffers = (table: 'trash' | 'editionPeople', condition: string): string =>
  `UPDATE ${table} SET mails = (SELECT json_group_array(json(value)) FROM json_each(mails)
     WHERE NOT (value ->> 'kind' = 'transfer' AND ${condition})) WHERE instr(mails, '"transfer"') > 0`

const deletions: Record<string, ((addresses: string) => string)[]> = {
  transfers: [
    (addresses) => `DELETE FROM mails WHERE kind = 'transfer' AND lower(email) IN (${addresses})`,
    (addresses) => `DELETE FROM transfers WHERE emailKey IN (${addresses})`,
    (addresses) => deleteStoredOffers('trash', `lower(value ->> 'email') IN (${addresses})`),
    (addresses) => deleteStoredOffers('editionPeople', `lower(value ->> 'email') IN (${addresses})`),
  ],
  openingAlerts: [(addresses) => `DELETE FROM openingAlerts WHERE lower(email) IN (${addresses})`],
}

/**
 * Deletes these people's e-mails from seat offers that others made to them, and from the requests for a mail at the opening. Call
 * before the people are deleted. Also works on older databases, which lack some tables.
 */
export function forgetAddresses(db: Db, ids: Iterable<string>): void {
  const tables = new Set(readValues<string>(db, "SELECT name FROM sqlite_schema WHERE type = 'table'"))
  const partsIn = <T>(parts: Record<string, T>) =>
    Object.entries(parts).flatMap(([table, part]) => (tables.has(table) ? [part] : []))
  const people = partsIn(addressesOf).map((select) => `${select} WHERE id IN (SELECT value FROM json_each(@ids))`)
  for (const deletion of partsIn(deletions).flat())
    db.prepare(deletion(people.join(' UNION '))).run({ ids: JSON.stringify([...ids]) })
}
