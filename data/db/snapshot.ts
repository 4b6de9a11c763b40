import { existsSync, readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { idOfHash } from '../hash-of.ts'
import { applyMigrations, type Db } from './db.ts'
import { forgetAddresses } from './forget-addresses.ts'
import { migrations } from './migrations.ts'
import { countRows, readValues } from './prepared.ts'
import { firstDamage, isBusy, troubleOf } from './trouble.ts'

export function openWithoutMigrating(file: string): Db {
  return new Database(file, { fileMustExist: true })
}

/** All reads see the same state, even if another process writes. */
export function openAtOneMoment(file: string): Db {
  const db = openWithoutMigrating(file)
  db.exec('BEGIN')
  return db
}

/** Afterwards the file is complete without its write-ahead log. */
export function closeAsOneFile(db: Db): void {
  db.pragma('journal_mode = DELETE')
  db.close()
}

export function schemaVersion(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }))
}

export function rowCounts(db: Db): Record<string, number> {
  const tables = readValues<string>(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
  )
  return Object.fromEntries(tables.map((table) => [table, countRows(db, `SELECT count(*) FROM "${table}"`)]))
}

export function isEmpty(db: Db): boolean {
  const { registrations = 0, trash = 0, revisions = 0 } = rowCounts(db)
  return registrations + trash + revisions === 0
}

export function integrityErrors(db: Db): string[] {
  const errors = readValues<string>(db, 'PRAGMA integrity_check')
  const orphans = readValues<string>(db, 'PRAGMA foreign_key_check')
  return [...errors.filter((line) => line !== 'ok'), ...orphans.map((table) => `${table}: a reference to nothing`)]
}

/** Returns a description of the damage, or null. Takes a third of a second for 50,000 registrations. */
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

/** Returns a trigger, view or virtual table that no migration made, or null. It could run code, so no restored database may have it. */
export function foreignProgram(db: Db): string | null {
  const reference = new Database(':memory:')
  try {
    applyMigrations(reference, migrations.slice(0, schemaVersion(db)))
    const referencePrograms = new Set(programsIn(reference))
    return programsIn(db).find((program) => !referencePrograms.has(program)) ?? null
  } finally {
    reference.close()
  }
}

const programsIn = (db: Db) =>
  readValues<string>(
    db,
    "SELECT name || ': ' || sql FROM sqlite_schema WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'",
  )

/**
 * Ids to erase. `registration` and `person` ids are erased from registrations, `person` ids also from trash and editions.
 * `certificate` has ids of registrations whose certificates are erased. `code` has ids of recovery codes, `alert` of `openingAlerts`.
 */
type ToErase = Record<'registration' | 'person' | 'certificate' | 'user' | 'code' | 'alert', ReadonlySet<string>>

const activeAdmins = "SELECT count(*) FROM users WHERE role = 'admin' AND isActive = 1 AND passwordHash <> ''"

/** Erases in a restored backup what was erased after the backup was made. Keeps the users if no administrator would remain. */
export function eraseAgain(
  db: Db,
  { registration, person, certificate, user, code, alert }: ToErase,
): { registrations: number; users: number } {
  db.pragma('foreign_keys = ON')
  db.pragma('secure_delete = ON')
  const erase = (table: 'registrations' | 'trash' | 'editionPeople' | 'users' | 'openingAlerts', ids: ReadonlySet<string>) => {
    const statement = db.prepare(`DELETE FROM ${table} WHERE id = ?`)
    return [...ids].reduce((sum, id) => sum + statement.run(id).changes, 0)
  }
  const eraseUsers = db.transaction(() => {
    const erasedCount = erase('users', user)
    if (erasedCount > 0 && countRows(db, activeAdmins) === 0) throw new Error('no administrator would remain')
    return erasedCount
  })
  const erasePeople = db.transaction(() => {
    const tables = rowCounts(db)
    const aside = (['trash', 'editionPeople'] as const).filter((table) => table in tables)
    if ('certificates' in tables)
      for (const id of certificate) db.prepare('DELETE FROM certificates WHERE registration = ?').run(id)
    if ('openingAlerts' in tables) erase('openingAlerts', alert)
    const people = new Set([...registration, ...person])
    forgetAddresses(db, people)
    const fromAside = aside.reduce((sum, table) => sum + erase(table, person), 0)
    return fromAside + erase('registrations', people)
  })
  eraseCodes(db, code)
  const counts = { registrations: erasePeople(), users: 0 }
  try {
    counts.users = eraseUsers()
  } catch {
    // No user is erased, because no administrator would remain. The panel shows these users after the restore.
  }
  return counts
}

function eraseCodes(db: Db, ids: ReadonlySet<string>): void {
  if (!('recoveryCodes' in rowCounts(db))) return
  const hashes = readValues<string>(db, 'SELECT hash FROM recoveryCodes')
  const erase = db.prepare('DELETE FROM recoveryCodes WHERE hash = ?')
  for (const hash of hashes.filter((other) => ids.has(idOfHash(other)))) erase.run(hash)
}

/** Deletes sessions, links and limits of an old copy, because they must not become valid again. */
export function forgetSessions(db: Db): void {
  const tables = rowCounts(db)
  const forgotten = ['sessions', 'accountLinks', 'emailChanges', 'limits', 'speakerLinks'].filter((table) => table in tables)
  for (const table of forgotten) db.exec(`DELETE FROM ${table}`)
}

/** Mails queued in an old copy may have been sent after the copy was made. Also stops reminders that were due before `at`. */
export function failQueuedMails(db: Db, at: string): void {
  const tables = rowCounts(db)
  if (!('mails' in tables)) return
  if ('announcements' in tables) {
    const ended = "SELECT createdAt FROM mails WHERE kind = 'changed' AND status = 'queued'"
    db.prepare(`UPDATE announcements SET stoppedAt = ? WHERE at IN (${ended})`).run(at)
    // Old backups lack this column.
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
  if ('openingAlerts' in tables) {
    db.exec('DELETE FROM openingAlerts WHERE confirmedAt IS NOT NULL AND nextAt IS NOT NULL')
    db.exec('UPDATE openingAlerts SET nextAt = NULL')
  }
  const why = 'No se envió: estaba en cola cuando se hizo el respaldo que se restauró. Puede haber salido antes.'
  db.prepare("UPDATE mails SET status = 'failed', response = ? WHERE status = 'queued'").run(why)
  // Without this, restoring people from these tables would queue their mails again.
  for (const table of ['trash', 'editionPeople'].filter((name) => name in tables)) {
    db.exec(`UPDATE ${table} SET mails = replace(mails, '"status":"queued"', '"status":"failed"')`)
  }
  db.prepare("INSERT OR REPLACE INTO mailMarks (name, at) VALUES ('restored', ?)").run(at)
}

/** Returns null if another process has the file open. Throws if the file is not a database. */
export function tryExclusiveLock(file: string): Db | null {
  const db = new Database(file, { fileMustExist: true, timeout: 0 })
  try {
    // WAL mode cannot end while another connection exists.
    db.pragma('journal_mode = DELETE')
    db.exec('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    if (isBusy(error)) return null
    throw error
  }
}

function oneSecret(db: Db): SealedSecret | null {
  if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'totp'").get()) return null
  return db.prepare<[], SealedSecret>('SELECT userId, secret FROM totp WHERE isConfirmed = 1 LIMIT 1').get() ?? null
}

type SealedSecret = { userId: string; secret: Buffer }

/** Reads a database without changing any file. */
export function lookInto(file: string): { version: number; damage: string | null; sealed: SealedSecret | null } {
  let db: Db | null = null
  try {
    // Reads the file into memory, because opening it would create -shm and leave it behind.
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
  // Marks the file as written without WAL (https://sqlite.org/fileformat2.html, 1.3.3).
  if (bytes.length >= 20) bytes.fill(1, 18, 20)
  return new Database(bytes)
}
