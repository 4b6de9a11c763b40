import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'

/** Tables that change without a change of content: counters of sign-ins, activity and sessions. */
const passing = ['limits', 'audit', 'sessions', 'sqlite_sequence']

/** Compares and restores the tables of the product's database. */
export function watchTables(db: Database) {
  const names = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
  const stored = names.filter((name) => !passing.includes(name))
  const rows = (name: string) => db.prepare(`SELECT * FROM ${name}`).raw().all() as unknown[][]
  // `lastSeenAt` is left out, because each call changes it.
  const people = db.prepare('SELECT * FROM users')
  const unseen = () => people.all().map((row) => ({ ...(row as object), lastSeenAt: null }))
  const first = new Map([...stored, 'sessions'].map((name) => [name, rows(name)]))
  const ids = db
    .prepare<[], string>(
      `SELECT id FROM users UNION ALL SELECT id FROM registrations UNION ALL SELECT id FROM trash
       UNION ALL SELECT item FROM itemVersions`,
    )
    .pluck()

  return {
    /** Returns a hash of all stored rows. */
    hash(): string {
      const hash = createHash('sha256')
      for (const name of stored) hash.update(name).update(JSON.stringify(name === 'users' ? unseen() : rows(name)))
      return hash.digest('hex')
    },
    /** Returns one of the stored ids. */
    id(index: number): string {
      const all = ids.all()
      return all[index % all.length] ?? 'unknown'
    },
    /** Restores the rows that were stored when `watchTables` was called. */
    restore(): void {
      db.transaction(() => {
        for (const name of first.keys()) db.prepare(`DELETE FROM ${name}`).run()
        for (const [name, kept] of first) {
          for (const row of kept)
            db.prepare(`INSERT OR REPLACE INTO ${name} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
        }
      })()
    },
  }
}
