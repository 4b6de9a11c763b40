/**
 * Database files outside the running product, for backups and restores: looked at without migrating them, and made ready to be
 * used again.
 */
import { existsSync, readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { idOfHash } from '../hash-of.ts'
import { applyMigrations, type Db } from './db.ts'
import { migrations } from './migrations.ts'
import { firstDamage, isBusy, troubleOf } from './trouble.ts'

/** Opens an existing database file without bringing its schema up to date. Throws when it is none. */
export function openWithoutMigrating(file: string): Db {
  return new Database(file, { fileMustExist: true })
}

/** The same as it is at one moment, whatever is written meanwhile: what is counted, hashed and copied is of one time. */
export function openAtOneMoment(file: string): Db {
  const db = openWithoutMigrating(file)
  db.exec('BEGIN')
  return db
}

/** Closes a database that is to be moved: all of it is in its file then, and nothing in a log beside it. */
export function closeAsOneFile(db: Db): void {
  db.pragma('journal_mode = DELETE')
  db.close()
}

/** The version of the schema. 0 is a database without any tables. */
export function schemaVersion(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/** The number of rows of every table, by name. */
export function rowCounts(db: Db): Record<string, number> {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
    )
    .pluck()
    .all()
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0
  return Object.fromEntries(tables.map((table) => [table, count(table)]))
}

/** Whether nobody has registered and nothing was saved: as a first start leaves it. */
export function isEmpty(db: Db): boolean {
  const { registrations = 0, trash = 0, revisions = 0 } = rowCounts(db)
  return registrations + trash + revisions === 0
}

/** What SQLite finds wrong with the file and with references between its tables. Empty when it is whole. */
export function integrityErrors(db: Db): string[] {
  const found = db.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  const orphans = db.prepare<[], string>('PRAGMA foreign_key_check').pluck().all()
  return [...found.filter((line) => line !== 'ok'), ...orphans.map((table) => `${table}: a reference to nothing`)]
}

/**
 * What is wrong with the pages of a database file, in SQLite's words; null when they are whole, or when the disk has no room
 * for looking. Quicker than `integrityErrors`: a third of a second for 50,000 registrations.
 */
export function damageIn(file: string): string | null {
  const db = openWithoutMigrating(file)
  try {
    return firstDamage(db)
  } catch (error) {
    if (troubleOf(error) === 'damaged') return String(error)
    return null
  } finally {
    db.close()
  }
}

/**
 * The name of a trigger, view or virtual table that this product's schema does not have; null when there is none. Whoever
 * makes a database up could hide in one what runs later.
 */
export function foreignProgram(db: Db): string | null {
  const own = new Database(':memory:')
  try {
    applyMigrations(own, migrations.slice(0, schemaVersion(db)))
    const known = new Set(programsIn(own))
    return programsIn(db).find((program) => !known.has(program)) ?? null
  } finally {
    own.close()
  }
}

const programsIn = (db: Db) =>
  db
    .prepare<[], string>(
      "SELECT name || ': ' || sql FROM sqlite_schema WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'",
    )
    .pluck()
    .all()

/** Ids of what is to be deleted again; `person` is a registration that is to be gone from the trash too, `certificate` one whose constancia is, and
 * `code` a recovery code that was used or replaced. */
type ToErase = Record<'registration' | 'person' | 'certificate' | 'user' | 'code', ReadonlySet<string>>

/**
 * Deletes these registrations and users, and every trace of them in the file. Users stay when no active administrator
 * would remain. Returns how many of each were there.
 */
export function eraseAgain(
  db: Db,
  { registration, person, certificate, user, code }: ToErase,
): { registrations: number; users: number } {
  db.pragma('foreign_keys = ON')
  db.pragma('secure_delete = ON')
  const erase = (table: 'registrations' | 'trash' | 'editionPeople' | 'users', ids: ReadonlySet<string>) => {
    const statement = db.prepare(`DELETE FROM ${table} WHERE id = ?`)
    return [...ids].reduce((sum, id) => sum + statement.run(id).changes, 0)
  }
  const eraseUsers = db.transaction(() => {
    const erased = erase('users', user)
    const ready = "role = 'admin' AND isActive = 1 AND passwordHash <> ''"
    // Who was invited and never came has no password, and cannot help anybody.
    if (erased > 0 && db.prepare(`SELECT count(*) FROM users WHERE ${ready}`).pluck().get() === 0)
      throw new Error('no administrator would remain')
    return erased
  })
  const erasePeople = db.transaction(() => {
    const tables = rowCounts(db)
    const aside = (['trash', 'editionPeople'] as const).filter((table) => table in tables)
    if ('certificates' in tables)
      for (const id of certificate) db.prepare('DELETE FROM certificates WHERE registration = ?').run(id)
    const fromAside = aside.reduce((sum, table) => sum + erase(table, person), 0)
    return fromAside + erase('registrations', new Set([...registration, ...person]))
  })
  eraseCodes(db, code)
  const counts = { registrations: erasePeople(), users: 0 }
  try {
    counts.users = eraseUsers()
  } catch {
    // All or none: whoever restores finds them in the panel.
  }
  return counts
}

function eraseCodes(db: Db, ids: ReadonlySet<string>): void {
  if (!('recoveryCodes' in rowCounts(db))) return
  const hashes = db.prepare<[], string>('SELECT hash FROM recoveryCodes').pluck().all()
  const erase = db.prepare('DELETE FROM recoveryCodes WHERE hash = ?')
  for (const hash of hashes.filter((other) => ids.has(idOfHash(other)))) erase.run(hash)
}

/**
 * Ends every session and link of one use, that to another e-mail too, and clears the sign-in counters: what was ended or used since
 * must not come back with an old copy.
 */
export function forgetSessions(db: Db): void {
  const tables = rowCounts(db)
  const forgotten = ['sessions', 'accountLinks', 'emailChanges', 'limits'].filter((table) => table in tables)
  for (const table of forgotten) db.exec(`DELETE FROM ${table}`)
}

/**
 * Ends all waiting of mails: those of an old copy may have gone out since. Who looks at the list sends again what did not.
 * An announcement of which some waited, or were still to be queued, counts as stopped: the panel offers it anew, and somebody decides.
 * `at` (ISO 8601 in UTC) is noted, so that reminders from before it are not sent to everybody again either.
 */
export function failQueuedMails(db: Db, at: string): void {
  const tables = rowCounts(db)
  if (!('mails' in tables)) return
  if ('announcements' in tables) {
    const ended = "SELECT createdAt FROM mails WHERE kind = 'changed' AND status = 'queued'"
    db.prepare(`UPDATE announcements SET stoppedAt = ? WHERE at IN (${ended})`).run(at)
    // An old copy has no note of how far it got.
    if (db.prepare("SELECT 1 FROM pragma_table_info('announcements') WHERE name = 'reached'").get()) {
      db.prepare('UPDATE announcements SET stoppedAt = ?, reached = NULL WHERE reached IS NOT NULL').run(at)
    }
  }
  if ('groupMails' in tables) {
    db.prepare(
      `UPDATE groupMails SET stoppedAt = ?, reached = NULL
       WHERE reached IS NOT NULL OR id IN (SELECT groupId FROM mails WHERE kind IN ('group', 'certificate') AND status = 'queued')`,
    ).run(at)
  }
  const why = 'No se envió: estaba en cola cuando se hizo el respaldo que se restauró. Puede haber salido antes.'
  db.prepare("UPDATE mails SET status = 'failed', response = ? WHERE status = 'queued'").run(why)
  // A person who is brought back brings their mails.
  for (const table of ['trash', 'editionPeople'].filter((name) => name in tables)) {
    db.exec(`UPDATE ${table} SET mails = replace(mails, '"status":"queued"', '"status":"failed"')`)
  }
  db.prepare("INSERT OR REPLACE INTO mailMarks (name, at) VALUES ('restored', ?)").run(at)
}

/**
 * Takes the database file for this connection alone, until it is closed. Null when another process has it open. Throws
 * when the file is no database.
 */
export function tryExclusiveLock(file: string): Db | null {
  const db = new Database(file, { fileMustExist: true, timeout: 0 })
  try {
    // Leaving the write-ahead log takes what no other connection may share, not even one that does nothing.
    db.pragma('journal_mode = DELETE')
    db.exec('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    if (isBusy(error)) return null
    throw error
  }
}

/** Older schemas know no apps. */
function oneSecret(db: Db): SealedSecret | null {
  if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'totp'").get()) return null
  return db.prepare<[], SealedSecret>('SELECT userId, secret FROM totp WHERE isConfirmed = 1 LIMIT 1').get() ?? null
}

/** One of the secrets of authenticator apps, encrypted. */
type SealedSecret = { userId: string; secret: Buffer }

/**
 * What is in a database file, without changing a byte in it or beside it: the version of its schema, what is wrong with its
 * pages, and of an authenticator app that is in use its secret; null where there is none.
 */
export function lookInto(file: string): { version: number; damage: string | null; sealed: SealedSecret | null } {
  let db: Db | null = null
  try {
    // While a process has it, its files for sharing are there; otherwise opening it would make them, and leave them.
    db = existsSync(`${file}-shm`) ? new Database(file, { fileMustExist: true, readonly: true }) : inMemory(file)
    const damage = firstDamage(db)
    return { version: schemaVersion(db), damage, sealed: damage === null ? oneSecret(db) : null }
  } catch (error) {
    if (troubleOf(error) !== 'damaged') throw error
    return { version: 0, damage: String(error), sealed: null }
  } finally {
    db?.close()
  }
}

function inMemory(file: string): Db {
  const bytes = readFileSync(file)
  // Written without a log beside it, which there is none of in memory (https://sqlite.org/fileformat2.html, 1.3.3).
  if (bytes.length >= 20) bytes.fill(1, 18, 20)
  return new Database(bytes)
}
