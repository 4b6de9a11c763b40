import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../testing.ts'
import { clearLog, clearLogAgain, openDb } from './db.ts'
import { migrations } from './migrations.ts'

function temporaryFile(): string {
  const dir = temporaryDir()
  return join(dir, 'conference.db')
}

function open(file: string) {
  const db = openDb(file)
  onTestFinished(() => void db.close())
  return db
}

test.each<[string, string | number, string]>([
  ['journal_mode', 'wal', 'readers never wait for a writer'],
  ['synchronous', 2, 'an answered write survives a power cut'],
  ['foreign_keys', 1, 'no session outlives its user'],
  ['busy_timeout', 200, 'a locked database does not stop the event loop for long'],
  ['secure_delete', 1, 'deleted personal data is overwritten'],
  ['user_version', migrations.length, 'the next start migrates nothing twice'],
])('sets the database option %s to %s, so that %s', (pragma, value) => {
  expect(open(temporaryFile()).pragma(pragma, { simple: true })).toBe(value)
})

test('empties the write-ahead log at once, or later if a reader still uses the log', () => {
  const file = temporaryFile()
  const db = open(file)
  const logged = () => statSync(`${file}-wal`).size
  const insert = () => db.exec("INSERT INTO revisions (section, value, savedAt) VALUES ('hero', '{}', '')")
  insert()
  clearLog(db)
  expect(logged()).toBe(0)
  const reader = new Database(file, { readonly: true })
  onTestFinished(() => void reader.close())
  reader.exec('BEGIN; SELECT count(*) FROM revisions')
  insert()
  clearLog(db)
  clearLogAgain(db)
  expect(logged()).toBeGreaterThan(0)
  expect(db.pragma('busy_timeout', { simple: true })).toBe(200)
  reader.exec('COMMIT')
  clearLogAgain(db)
  expect(logged()).toBe(0)
})

const mode = (file: string) => statSync(file).mode & 0o777

test('only the owner can read the database files, because they hold personal data', () => {
  const file = temporaryFile()
  open(file)
  expect([mode(file), mode(`${file}-wal`), mode(`${file}-shm`)]).toEqual([0o600, 0o600, 0o600])
})

test('opening a database makes its files unreadable for other users', () => {
  const file = temporaryFile()
  writeFileSync(file, '', { mode: 0o644 })
  open(file)
  expect(mode(file)).toBe(0o600)
})

test('reopening a database keeps its data and does not repeat a migration', () => {
  const file = temporaryFile()
  const insert = "INSERT INTO revisions (section, value, savedAt) VALUES ('hero', '{}', '')"
  const first = openDb(file)
  first.exec(insert)
  first.close()
  expect(open(file).prepare('SELECT count(*) FROM revisions').pluck().get()).toBe(1)
})

function version(file: string): unknown {
  const db = new Database(file)
  onTestFinished(() => void db.close())
  return db.pragma('user_version', { simple: true })
}

test('refuses to open a database of a newer program version, and leaves it unchanged', () => {
  const file = temporaryFile()
  const newer = openDb(file)
  newer.pragma('user_version = 99')
  newer.close()
  expect(() => openDb(file)).toThrow('es de una versión más nueva (99)')
  expect(version(file)).toBe(99)
})

test.each([
  ['a section that is no JSON', "INSERT INTO revisions (section, value, savedAt) VALUES ('hero', '{', '')"],
  [
    'a role that does not exist',
    "INSERT INTO users (id, email, emailKey, passwordHash, name, role, createdAt, updatedAt) VALUES ('1', 'a', 'a', '', '', 'root', '', '')",
  ],
  ['a session without a user', "INSERT INTO sessions (id, user_id, expires_at, created_at) VALUES ('1', 'nobody', 0, 0)"],
])('the schema of the database rejects %s', (_, insert) => {
  expect(() => open(':memory:').exec(insert)).toThrow(/constraint failed/)
})
