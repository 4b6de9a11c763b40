import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type Migration, migrations } from './migrations.ts'
import { isBusy, troubleOf } from './trouble.ts'

export type Db = Database.Database

/** Why a database is not opened, in Spanish: a newer version of the product wrote it. */
export class NewerSchema extends Error {}

/** How long a statement waits for another connection, in milliseconds. */
const patience = 200

/** The file in a DATA_DIR. */
export const databaseName = 'conference.db'

/**
 * Opens the database at `file` (or ':memory:', or the bytes of one, of which a copy is held in memory), brings its schema up
 * to date and returns the connection. Nothing is written where nothing changes. Throws when the file was written by a newer
 * version of the product, or cannot be written to. `openDatabase` backs it up first.
 */
export function openDb(file: string | Buffer, steps = migrations): Db {
  // The file holds personal data: only its owner may read it. SQLite gives -wal and -shm the same mode.
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

/** The bytes of an empty database, with which a file or a database in memory can begin: made once, for the migrations take some time. */
export function emptyDb(steps: readonly Migration[] = migrations): Buffer {
  const made = empties.get(steps)
  if (made) return made
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

/** `isAlone`: for a disk without room for what processes share. Nobody else can open the file then: see `shareAgain`. */
function openConnection(file: string | Buffer, isAlone: boolean): Db {
  const db = new Database(file)
  try {
    // Waiting blocks the event loop, so wait little and let the caller be told to come back.
    db.pragma(`busy_timeout = ${patience}`)
    if (isAlone) db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    // An answered write must survive a power cut; the WAL default (NORMAL) may lose the last ones.
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    // What a statement with triggers would undo is kept in memory: in a file it is eighteen writes for each registration.
    db.pragma('temp_store = MEMORY')
    // A deleted registration's bytes are overwritten, not only unlinked.
    db.pragma('secure_delete = ON')
    // Takes what a writer needs, and writes nothing: a disk that is read-only shows here.
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Lets other processes open a database again that was opened on a full disk. Throws while there is no room for that. */
export function shareAgain(db: Db): void {
  if (db.pragma('locking_mode', { simple: true }) !== 'exclusive') return
  db.pragma('journal_mode = DELETE')
  db.pragma('locking_mode = NORMAL')
  db.pragma('journal_mode = WAL')
}

/** Runs migrations one after the other, without a transaction of their own and without noting the version. */
export function applyMigrations(db: Db, steps: readonly Migration[]): void {
  for (const step of steps) {
    if (typeof step === 'string') db.exec(step)
    else if (db.prepare(step.onlyIf).pluck().get() === 1) db.exec(step.sql)
  }
}

function migrate(db: Db, steps: readonly Migration[]): void {
  if (db.pragma('user_version', { simple: true }) === steps.length) return
  // IMMEDIATE, and the version read inside: two processes starting at once must not both migrate.
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

/** Gives the disk back what a migration freed, where that is most of the file. Without room for it the file stays as it is. */
function shrink(db: Db): void {
  const pages = (name: string) => db.pragma(name, { simple: true }) as number
  if (pages('freelist_count') * 2 <= pages('page_count')) return
  try {
    db.exec('VACUUM')
  } catch (error) {
    if (troubleOf(error) !== 'full' && !isBusy(error)) throw error
  }
}

/** Those whose log could not be emptied so far, for another process was reading. */
const notCleared = new WeakSet<Db>()

/**
 * Writes what the write-ahead log holds into the database and empties it, outside a transaction: what was erased is in it until then.
 * It waits for no other reader (Litestream reads all the time): where one is in the way, `clearLogAgain` does it later.
 */
export function clearLog(db: Db): void {
  db.pragma('busy_timeout = 0')
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    if (result?.busy) notCleared.add(db)
    else notCleared.delete(db)
  } finally {
    db.pragma(`busy_timeout = ${patience}`)
  }
}

/** Empties the log where `clearLog` could not. */
export function clearLogAgain(db: Db): void {
  if (notCleared.has(db)) clearLog(db)
}
