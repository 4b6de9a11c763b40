import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Db, openDb } from '../data/db.ts'
import { migrations } from '../data/migrations.ts'
import { openWithoutMigrating, schemaVersion } from '../data/snapshot.ts'
import { backupsIn } from './backup/folder.ts'
import { makeBackup } from './backup/make.ts'
import { databaseName } from './backup/proof.ts'

/** Whether there is a database in `dataDir`. Opening makes one where there is none, with an empty conference in it. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, databaseName))
}

/**
 * Opens the database in `dataDir`, which is made when it is not there. Before its schema is brought up to date it is
 * backed up; throws, with nothing changed, when there is no verified backup, or when a newer version wrote it.
 */
export async function openDatabase(dataDir: string, steps = migrations): Promise<Db> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, databaseName)
  if (hasDatabase(dataDir) && isMigrationDue(file, steps.length)) {
    // Its pages are not compared: this version makes them from migrated content.
    await makeBackup({ dataDir, into: await backupsIn(dataDir), hashPages: null })
  }
  return openDb(file, steps)
}

function isMigrationDue(file: string, latest: number): boolean {
  const db = openWithoutMigrating(file)
  const version = schemaVersion(db)
  db.close()
  // Version 0 is a database in which there is nothing yet.
  return version > 0 && version < latest
}
