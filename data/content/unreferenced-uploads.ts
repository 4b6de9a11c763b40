import type { Db } from '../db/db.ts'

/** A column in which uploads are named, and which of its rows visitors and organisers get now. */
type Place = { table: string; column: string; isShown: string }

const places: Place[] = [
  { table: 'revisions', column: 'value', isShown: 'id IN (SELECT max(id) FROM revisions GROUP BY section)' },
  { table: 'itemVersions', column: 'value', isShown: 'gone IS NULL' },
  { table: 'users', column: 'picture', isShown: 'TRUE' },
  { table: 'editions', column: 'uploads', isShown: 'undoneAt IS NULL' },
  { table: 'editions', column: 'constancia', isShown: 'undoneAt IS NULL' },
]

/** Returns a function that says whether a place names an upload, by a part of its file name, in any row or in those of `rows`. */
function naming(db: Db, { table, column }: Place, rows = 'TRUE'): (name: string) => boolean {
  const find = db.prepare<[string], number>(`SELECT 1 FROM ${table} WHERE ${rows} AND instr(${column}, ?) > 0 LIMIT 1`).pluck()
  return (name) => find.get(name) !== undefined
}

/**
 * Those of `names` (parts of file names) that no kept revision mentions, of any section, however it writes the address, that are
 * nobody's picture and in no edition that is over.
 */
export function findUnreferenced(db: Db, names: readonly string[]): string[] {
  const mentions = places.map((place) => naming(db, place))
  return db.transaction(() => names.filter((name) => !mentions.some((isNamed) => isNamed(name))))()
}

/**
 * Those of `names` (parts of file names) that the newest content mentions, that are in somebody's picture or in an edition that is
 * over. An older schema is asked for what it has.
 */
export function findShown(db: Db, names: readonly string[]): string[] {
  const hasColumn = db.prepare<[string, string]>('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').pluck()
  const there = places.filter(({ table, column }) => hasColumn.get(table, column) !== undefined)
  const mentions = there.map((place) => naming(db, place, place.isShown))
  return names.filter((name) => mentions.some((isNamed) => isNamed(name)))
}
