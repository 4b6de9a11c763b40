import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type Migration, migrations } from './migrations.ts'
import { isBusy, troubleOf } from './trouble.ts'

export type Db = Database.Database

export class NewerSchema extends Error {}

const busyTimeoutMs = 200

export const databaseName = 'conference.db'

/** Also migrates the database. Throws `NewerSchema` if a newer program has migrated it. */
export function openDb(file: string | Buffer, steps = migrations): Db {
  // Only the owner may read personal data. SQLite gives -wal and -shm the mode of the file.
  if (typeof file === 'string' && file !== ':memory:') {
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    if ((statSync(file).mode & 0o777) !== 0o600) chmodSync(file, 0o600)
  }
  const db = connect(file)
  try {
    migrate(db, steps)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const empties = new WeakMap<readonly Migration[], Buffer>()

export function emptyDb(steps: readonly Migration[] = migrations): Buffer {
  const cached = empties.get(steps)
  if (cached) return cached
  const db = openDb(':memory:', steps)
  const bytes = db.serialize()
  db.close()
  empties.set(steps, bytes)
  return bytes
}

function connect(file: string | Buffer): Db {
  try {
    return openConnection(file, false)
  } catch (error) {
    if (troubleOf(error) !== 'full') throw error
    return openConnection(file, true)
  }
}

/** With `isAlone`, opening also works on a full disk. Then other processes cannot open the file until `shareAgain` is called. */
function openConnection(file: string | Buffer, isAlone: boolean): Db {
  const db = new Database(file)
  try {
    // A short timeout, because waiting for a lock blocks the event loop.
    db.pragma(`busy_timeout = ${busyTimeoutMs}`)
    if (isAlone) db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    // The default mode may lose the last writes in a power cut.
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    // By default, triggers would write to a temporary file eighteen times for each registration.
    db.pragma('temp_store = MEMORY')
    // Overwrites deleted personal data in the file.
    db.pragma('secure_delete = ON')
    // Takes a write lock, so that a read-only disk fails here and not at the first save.
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Ends the exclusive mode that `isAlone` began. Throws while the disk is full. */
export function shareAgain(db: Db): void {
  if (db.pragma('locking_mode', { simple: true }) !== 'exclusive') return
  db.pragma('journal_mode = DELETE')
  db.pragma('locking_mode = NORMAL')
  db.pragma('journal_mode = WAL')
}

export function applyMigrations(db: Db, steps: readonly Migration[]): void {
  for (const step of steps) {
    if (typeof step === 'string') db.exec(step)
    else if (db.prepare(step.onlyIf).pluck().get() === 1) db.exec(step.sql)
  }
}

function migrate(db: Db, steps: readonly Migration[]): void {
  if (db.pragma('user_version', { simple: true }) === steps.length) return
  // Reads the version again after locking, because another process may have migrated in the meantime.
  const version = db
    .transaction(() => {
      const current = db.pragma('user_version', { simple: true }) as number
      if (current > steps.length) return current
      applyMigrations(db, steps.slice(current))
      db.pragma(`user_version = ${steps.length}`)
      return steps.length
    })
    .immediate()
  if (version > steps.length)
    throw new NewerSchema(`la base de datos es de una versión más nueva (${version}) que este programa (${steps.length})`)
  shrink(db)
}

function shrink(db: Db): void {
  const pages = (name: string) => db.pragma(name, { simple: true }) as number
  if (pages('freelist_count') * 2 <= pages('page_count')) return
  try {
    db.exec('VACUUM')
  } catch (error) {
    if (troubleOf(error) !== 'full' && !isBusy(error)) throw error
  }
}

const notCleared = new WeakSet<Db>()

/** Empties the write-ahead log, which may hold erased data. If the log is in use, `clearLogAgain` tries again later. */
export function clearLog(db: Db): void {
  db.pragma('busy_timeout = 0')
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    if (result?.busy) notCleared.add(db)
    else notCleared.delete(db)
  } finally {
    db.pragma(`busy_timeout = ${busyTimeoutMs}`)
  }
}

export function clearLogAgain(db: Db): void {
  if (notCleared.has(db)) clearLog(db)
}
