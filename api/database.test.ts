import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Migration, migrations } from '../data/db/migrations.ts'
import { openWithoutMigrating, schemaVersion } from '../data/db/snapshot.ts'
import { temporaryDir } from '../data/testing.ts'
import { filledDataDir } from './backup/testing.ts'
import { DatabaseProblem, openDatabase } from './database.ts'

const next = [...migrations, 'CREATE TABLE badges (id TEXT PRIMARY KEY) STRICT']

async function open(dataDir: string, steps?: readonly Migration[]) {
  const db = await openDatabase(dataDir, steps)
  onTestFinished(() => void db.close())
  return db
}

const names = (dataDir: string) => readdirSync(join(dataDir, 'backups')).filter((name) => /^\d.*Z$/.test(name))

const backups = (dataDir: string) => readdirSync(dataDir).includes('backups') && readdirSync(join(dataDir, 'backups'))

test('backs up the database before a migration', async () => {
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

test('if the backup before a migration fails, the migration does not run', async () => {
  const { dataDir, db } = await filledDataDir()
  // The row refers to a missing user, so a backup of this database fails its check.
  db.pragma('foreign_keys = OFF')
  db.exec("INSERT INTO sessions (id, user_id, expires_at, created_at) VALUES ('x', 'nobody', 0, 0)")
  db.close()
  await expect(openDatabase(dataDir, next)).rejects.toThrow('está dañado')
  const unchanged = openWithoutMigrating(join(dataDir, 'conference.db'))
  onTestFinished(() => void unchanged.close())
  expect(schemaVersion(unchanged)).toBe(migrations.length)
})

test('opening a database without pending migrations makes no backup', async () => {
  const dataDir = join(temporaryDir(), 'new')
  ;(await openDatabase(dataDir)).close()
  await open(dataDir)
  expect(backups(dataDir)).toBe(false)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('a migration that fails at each start makes a backup only at the first start', async () => {
  const { dataDir, db } = await filledDataDir()
  const wrong = [...migrations, 'CREATE TABLE wrong (']
  db.close()
  for (let start = 0; start < 3; start++) await expect(openDatabase(dataDir, wrong)).rejects.toThrow('incomplete input')
  expect(names(dataDir)).toHaveLength(1)
  // Dates the backup an hour back, so that the database is newer.
  const [name = ''] = names(dataDir)
  const folder = join(dataDir, 'backups', name)
  const earlier = new Date(Date.parse(`${name.slice(0, 13)}:00:00Z`) - 3_600_000).toISOString()
  const proof = JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8'))
  writeFileSync(join(folder, 'proof.json'), JSON.stringify({ ...proof, takenAt: earlier }))
  renameSync(folder, join(dataDir, 'backups', earlier.replace(/:|\.\d+/g, '')))
  await expect(openDatabase(dataDir, wrong)).rejects.toThrow('incomplete input')
  expect(names(dataDir)).toHaveLength(2)
})

test('refuses a database of a newer version, and names the backup to use', async () => {
  const { dataDir, db } = await filledDataDir()
  db.close()
  ;(await openDatabase(dataDir, next)).close()
  const [name] = names(dataDir)
  await expect(openDatabase(dataDir)).rejects.toThrow(new RegExp(`es de una versión más nueva .* restore -- .*${name}`))
  await expect(openDatabase(dataDir)).rejects.toBeInstanceOf(DatabaseProblem)
})

test('refuses a database whose schema differs from the schema that the migrations create', async () => {
  const { dataDir, db } = await filledDataDir()
  db.exec('ALTER TABLE registrations RENAME staffNotes TO comments')
  db.close()
  await expect(openDatabase(dataDir)).rejects.toThrow(
    'su estructura no es la que hace este programa (falta registrations.staffNotes)',
  )
})
