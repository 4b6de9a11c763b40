import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../data/db/migrations.ts'
import { openWithoutMigrating, schemaVersion } from '../data/db/snapshot.ts'
import { temporaryDir } from '../data/testing.ts'
import { filledDataDir } from './backup/testing.ts'
import { openDatabase } from './database.ts'

const next = [...migrations, 'CREATE TABLE badges (id TEXT PRIMARY KEY) STRICT']

async function open(dataDir: string, steps?: readonly string[]) {
  const db = await openDatabase(dataDir, steps)
  onTestFinished(() => void db.close())
  return db
}

const backups = (dataDir: string) => readdirSync(dataDir).includes('backups') && readdirSync(join(dataDir, 'backups'))

test('before a migration the database is backed up as it was', async () => {
  const { dataDir, db: before } = await filledDataDir()
  before.close()
  const db = await open(dataDir, next)
  expect(schemaVersion(db)).toBe(next.length)
  const [name = ''] = backups(dataDir) || []
  const backup = openWithoutMigrating(join(dataDir, 'backups', name, 'conference.db'))
  onTestFinished(() => void backup.close())
  expect(schemaVersion(backup)).toBe(migrations.length)
  expect(backup.prepare('SELECT email FROM registrations').pluck().all()).toEqual(['jose@ejemplo.gt'])
})

test('without a backup there is no migration', async () => {
  const { dataDir, db } = await filledDataDir()
  // A row that refers to nothing: the copy would be as damaged as this.
  db.pragma('foreign_keys = OFF')
  db.exec("INSERT INTO sessions (id, user_id, expires_at, created_at) VALUES ('x', 'nobody', 0, 0)")
  db.close()
  await expect(openDatabase(dataDir, next)).rejects.toThrow('está dañado')
  const unchanged = openWithoutMigrating(join(dataDir, 'conference.db'))
  onTestFinished(() => void unchanged.close())
  expect(schemaVersion(unchanged)).toBe(migrations.length)
})

test('a new database, or one that is up to date, needs no backup to be opened', async () => {
  const dataDir = join(temporaryDir(), 'new')
  ;(await openDatabase(dataDir)).close()
  await open(dataDir)
  expect(backups(dataDir)).toBe(false)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})
