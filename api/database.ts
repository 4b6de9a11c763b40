import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Db, databaseName, openDb } from '../data/db/db.ts'
import { migrations } from '../data/db/migrations.ts'
import { damageIn, openWithoutMigrating, schemaVersion } from '../data/db/snapshot.ts'
import { troubleAtStart, troubleOf } from '../data/db/trouble.ts'
import { backupsIn } from './backup/folder.ts'
import { makeBackup } from './backup/make.ts'

/** Whether there is a database in `dataDir`. Opening makes one where there is none, with an empty conference in it. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, databaseName))
}

/** Why the database cannot be opened, in Spanish, with its file's name. */
export class DatabaseProblem extends Error {}

/**
 * Opens the database in `dataDir`, which is made when it is not there. Before its schema is brought up to date it is
 * backed up; throws, with nothing changed, when there is no verified backup, or when a newer version wrote it. Throws
 * DatabaseProblem when it is damaged or locked, or its disk full or read-only.
 */
export async function openDatabase(dataDir: string, steps = migrations): Promise<Db> {
  const file = join(dataDir, databaseName)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (hasDatabase(dataDir) && isMigrationDue(file, steps.length)) {
      // Its pages are not compared: this version makes them from migrated content.
      await makeBackup({ dataDir, into: await backupsIn(dataDir), hashPages: null })
    }
    return openDb(file, steps)
  } catch (error) {
    throw databaseProblem(error, file)
  }
}

/** What an error says is wrong with a file, as a DatabaseProblem; the error itself where it says something else. */
export function databaseProblem(error: unknown, file: string): unknown {
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

function isMigrationDue(file: string, latest: number): boolean {
  const db = openWithoutMigrating(file)
  let version: number
  try {
    version = schemaVersion(db)
  } finally {
    db.close()
  }
  // Version 0 is a database in which there is nothing yet.
  return version > 0 && version < latest
}
