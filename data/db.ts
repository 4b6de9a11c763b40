import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { migrations } from './migrations.ts'

export type Db = Database.Database

/**
 * Opens the database at `file` (or ':memory:'), brings its schema up to date and returns the connection.
 * Throws when the file was written by a newer version of the product. `openDatabase` backs it up first.
 */
export function openDb(file: string, steps = migrations): Db {
  // The file holds personal data: only its owner may read it. SQLite gives -wal and -shm the same mode.
  if (file !== ':memory:') {
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
  }
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  // An answered write must survive a power cut; the WAL default (NORMAL) may lose the last ones.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  // Waiting blocks the event loop: wait little, then the caller gets 503 with Retry-After.
  db.pragma('busy_timeout = 200')
  // A deleted registration's bytes are overwritten, not only unlinked.
  db.pragma('secure_delete = ON')
  migrate(db, steps)
  return db
}

function migrate(db: Db, steps: readonly string[]): void {
  // IMMEDIATE, and the version read inside: two processes starting at once must not both migrate.
  const version = db
    .transaction(() => {
      const current = db.pragma('user_version', { simple: true }) as number
      if (current > steps.length) return current
      for (const migration of steps.slice(current)) db.exec(migration)
      db.pragma(`user_version = ${steps.length}`)
      return steps.length
    })
    .immediate()
  if (version === steps.length) return
  db.close()
  throw new Error(`La base de datos es de una versión más nueva (${version}) que este programa (${steps.length})`)
}
