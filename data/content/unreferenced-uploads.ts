import type { Db } from '../db/db.ts'

/** A column that may contain addresses of uploads. `isShown` is an SQL condition for rows in use. */
type UploadColumn = { table: string; column: string; isShown: string }

const places: UploadColumn[] = [
  { table: 'revisions', column: 'value', isShown: 'id IN (SELECT max(id) FROM revisions GROUP BY section)' },
  { table: 'itemVersions', column: 'value', isShown: 'gone IS NULL' },
  { table: 'users', column: 'picture', isShown: 'TRUE' },
  { table: 'speakerProposals', column: 'changes', isShown: 'accepted IS NULL' },
  { table: 'editions', column: 'uploads', isShown: 'undoneAt IS NULL' },
  { table: 'editions', column: 'constancia', isShown: 'undoneAt IS NULL' },
]

function uploadFinder(db: Db, { table, column }: UploadColumn, rows = 'TRUE'): (name: string) => boolean {
  const find = db.prepare<[string], number>(`SELECT 1 FROM ${table} WHERE ${rows} AND instr(${column}, ?) > 0 LIMIT 1`).pluck()
  return (name) => find.get(name) !== undefined
}

export function findUnusedUploads(db: Db, names: readonly string[]): string[] {
  const mentions = places.map((place) => uploadFinder(db, place))
  return db.transaction(() => names.filter((name) => !mentions.some((isNamed) => isNamed(name))))()
}

export function findUploadsInUse(db: Db, names: readonly string[]): string[] {
  const hasColumn = db.prepare<[string, string]>('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').pluck()
  const existingPlaces = places.filter(({ table, column }) => hasColumn.get(table, column) !== undefined)
  const mentions = existingPlaces.map((place) => uploadFinder(db, place, place.isShown))
  return names.filter((name) => mentions.some((isNamed) => isNamed(name)))
}
