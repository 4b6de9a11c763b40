import type { Db } from '../db/db.ts'

/** Those of `names` (parts of file names) that no kept revision mentions, of any section, however it writes the address. */
export function findUnreferenced(db: Db, names: readonly string[]): string[] {
  const find = db.prepare<[string], number>('SELECT 1 FROM revisions WHERE instr(value, ?) > 0 LIMIT 1').pluck()
  return db.transaction(() => names.filter((name) => find.get(name) === undefined))()
}
