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

/** Whether there is a database in `dataDir`. Opening makes one where there is none, with an empty conference in it. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, databaseName))
}

/** Why the database cannot be opened, in Spanish, with its file's name. */
export class DatabaseProblem extends StartProblem {}

/**
 * Opens the database in `dataDir`, which is made when it is not there. Before its schema is brought up to date it is
 * backed up; throws, with nothing changed, when there is no verified backup. Throws DatabaseProblem when a newer version wrote
 * it, when its schema is not what the migrations make, when it is damaged or locked, or its disk full or read-only.
 */
export async function openDatabase(dataDir: string, steps = migrations): Promise<Db> {
  const file = join(dataDir, databaseName)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // Its pages are not compared: this version makes them from migrated content.
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

/** What an older program can take instead of a database that a newer one has migrated. */
async function wayBack(dataDir: string, latest: number): Promise<string> {
  const known = (await provenBackups(dataDir)).findLast(({ proof }) => proof.schema <= latest)
  if (!known) return 'Usa la versión más nueva: no hay un respaldo que este programa entienda'
  return `Usa la versión más nueva, o vuelve al respaldo de antes, sin lo que vino después: npm run restore -- ${known.folder} (deploy/README.md, Going back)`
}

/** What an error says is wrong with a file, as a DatabaseProblem; the error itself where it says something else. */
export function databaseProblem(error: unknown, file: string): unknown {
  if (error instanceof NewerSchema) return new DatabaseProblem(`${file}: ${error.message}`, { cause: error })
  const trouble = troubleOf(error)
  return trouble ? new DatabaseProblem(`${file}: ${troubleAtStart[trouble]}`, { cause: error }) : error
}

/** Throws DatabaseProblem when what is in the database's file is damaged, or was emptied under a published site. */
export function checkDatabase(dataDir: string): void {
  const file = join(dataDir, databaseName)
  if (!existsSync(file)) return
  const isEmptied = statSync(file).size === 0 && existsSync(join(dataDir, 'www/index.html'))
  if (isEmptied || damageIn(file)) throw new DatabaseProblem(`${file}: ${troubleAtStart.damaged}`)
}

/** The version of the schema in `dataDir`; null where there is no database, or nothing in it yet. Throws where there is no reading it. */
export function schemaIn(dataDir: string): number | null {
  if (!hasDatabase(dataDir)) return null
  const db = openWithoutMigrating(join(dataDir, databaseName))
  try {
    return schemaVersion(db) || null
  } finally {
    db.close()
  }
}

/** Whether a migration is due, and the database is not as the newest backup has it: one that failed makes no second backup. */
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
  // Since then nothing has been written: what a migration that failed wrote was never part of the file.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  return (log?.size ?? 0) > 0 || statSync(file).mtimeMs > Date.parse(last.proof.takenAt)
}
