import type { Db } from './db.ts'
import { readValues } from './prepared.ts'

const addressesOf = {
  registrations: 'SELECT emailKey FROM registrations',
  trash: "SELECT row ->> 'emailKey' FROM trash",
  editionPeople: "SELECT row ->> 'emailKey' FROM editionPeople",
}

const deletions = {
  transfers: ["DELETE FROM mails WHERE kind = 'transfer' AND lower(email)", 'DELETE FROM transfers WHERE emailKey'],
  openingAlerts: ['DELETE FROM openingAlerts WHERE lower(email)'],
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
    db.prepare(`${deletion} IN (${people.join(' UNION ')})`).run({ ids: JSON.stringify([...ids]) })
}
