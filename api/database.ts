import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Db, databaseName, NewerSchema, openDb } from '../data/db/db.ts'
import { migrations } from '../data/db/migrations.ts'
import { schemaDifference } from '../data/db/schema-difference.ts'
import { damageIn, openWithoutMigrating, rowCounts, schemaVersion } from '../data/db/snapshot.ts'
import { troubleAtStart, troubleOf } from '../data/db/trouble.ts'
import { backupsIn, lastBackup, provenBackups } from './backup/folder.ts'
import { makeBackup } from './backup/make.ts'
import { StartProblem } from './system/start-problem.ts'

/** Call it before opening the database, because opening creates the file. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, databaseName))
}

export class DatabaseProblem extends StartProblem {}

/** Makes a verified backup before a migration. If the migration fails, the database has not changed. */
export async function openDatabase(dataDir: string, steps = migrations): Promise<Db> {
  const file = join(dataDir, databaseName)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // The backup has no page hashes, because pages can be rendered only after the migration.
    if (await isBackupDue(dataDir, steps.length)) {
      await makeBackup({ dataDir, into: await backupsIn(dataDir), hashPages: null })
    }
    const db = openDb(file, steps)
    const difference = schemaDifference(db, steps)
    if (difference === null) return db
    db.close()
    throw new DatabaseProblem(
      `${file}: su estructura no es la que hace este programa (${difference}). Vuelve a la versión con la que funcionaba, o restaura un respaldo (docs/backups.md)`,
    )
  } catch (error) {
    if (error instanceof NewerSchema)
      throw new DatabaseProblem(`${file}: ${error.message}. ${await wayBack(dataDir, steps.length)}`)
    throw databaseProblem(error, file)
  }
}

async function wayBack(dataDir: string, latest: number): Promise<string> {
  const usableBackup = (await provenBackups(dataDir)).findLast(({ proof }) => proof.schema <= latest)
  if (!usableBackup) return 'Usa la versión más nueva: no hay un respaldo que este programa entienda'
  return `Usa la versión más nueva, o vuelve al respaldo de antes, sin lo que vino después: npm run restore -- ${usableBackup.folder} (deploy/README.md, Going back)`
}

export function databaseProblem(error: unknown, file: string): unknown {
  if (error instanceof NewerSchema) return new DatabaseProblem(`${file}: ${error.message}`, { cause: error })
  const trouble = troubleOf(error)
  return trouble ? new DatabaseProblem(`${file}: ${troubleAtStart[trouble]}`, { cause: error }) : error
}

/** Throws DatabaseProblem if the database is damaged, or is empty although a site was published. */
export function checkDatabase(dataDir: string): void {
  const file = join(dataDir, databaseName)
  if (!existsSync(file)) return
  const isEmptied = statSync(file).size === 0 && existsSync(join(dataDir, 'www/index.html'))
  if (isEmptied || damageIn(file)) throw new DatabaseProblem(`${file}: ${troubleAtStart.damaged}`)
}

/** Returns the schema's version, or null without a database. Throws if the file is unreadable. */
export function schemaIn(dataDir: string): number | null {
  if (!hasDatabase(dataDir)) return null
  const db = openWithoutMigrating(join(dataDir, databaseName))
  try {
    return schemaVersion(db) || null
  } finally {
    db.close()
  }
}

/** Returns false if the backup of an earlier attempt, whose migration failed, still has all data. */
async function isBackupDue(dataDir: string, latest: number): Promise<boolean> {
  const version = schemaIn(dataDir)
  if (version === null || version >= latest) return false
  const file = join(dataDir, databaseName)
  const db = openWithoutMigrating(file)
  let rows: Record<string, number>
  try {
    rows = rowCounts(db)
  } finally {
    db.close()
  }
  const last = await lastBackup(dataDir)
  if (!last || last.proof.schema !== version || JSON.stringify(last.proof.rows) !== JSON.stringify(rows)) return true
  // A failed migration leaves the file unchanged, so a change means new data since the backup.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  return (log?.size ?? 0) > 0 || statSync(file).mtimeMs > Date.parse(last.proof.takenAt)
}
