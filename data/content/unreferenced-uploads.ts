import type { Db } from '../db/db.ts'

/**
 * Those of `names` (parts of file names) that no kept revision mentions, of any section, however it writes the address, that are
 * nobody's picture and in no edition that is over.
 */
export function findUnreferenced(db: Db, names: readonly string[]): string[] {
  const columns = { revisions: 'value', itemVersions: 'value', users: 'picture', editions: 'uploads' }
  const mentions = Object.entries(columns).map(([table, column]) =>
    db.prepare<[string], number>(`SELECT 1 FROM ${table} WHERE instr(${column}, ?) > 0 LIMIT 1`).pluck(),
  )
  return db.transaction(() => names.filter((name) => mentions.every((find) => find.get(name) === undefined)))()
}
