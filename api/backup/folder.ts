/** DATA_DIR/backups: a folder for each backup, named by its time. */

import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseName } from '../../data/db/db.ts'
import { isAhead } from '../../data/instants.ts'
import { type Proof, readProof } from './proof.ts'

/** A folder's name at an instant (Unix milliseconds), such as 2026-11-21T060000Z. */
export function nameAt(instant: number): string {
  return new Date(instant).toISOString().replace(/:|\.\d+/g, '')
}

const nameOf = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z$/

/** The instant (Unix milliseconds) that a backup's folder is named by; null for any other name. */
export function instantOf(name: string): number | null {
  const instant = nameOf.test(name) ? Date.parse(name.replace(nameOf, '$1:$2:$3Z')) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}

/** The folder of all backups, created when missing, readable by its owner alone. */
export async function backupsIn(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

type Backup = { name: string; folder: string; proof: Proof }

/**
 * The backups that were proven, oldest first. One whose proof says another time than its folder, or another size than its
 * database, is none.
 */
export async function provenBackups(dataDir: string): Promise<Backup[]> {
  const all = await backupsIn(dataDir)
  const found = (await readdir(all)).toSorted().map(async (name) => {
    const folder = join(all, name)
    if (instantOf(name) === null) return null
    const proof = await readProof(folder)
    if (!proof || nameAt(Date.parse(proof.takenAt)) !== name) return null
    const database = await stat(join(folder, databaseName)).catch(() => null)
    return database?.size === proof.database.bytes ? { name, folder, proof } : null
  })
  return (await Promise.all(found)).filter((backup) => backup !== null)
}

/** The newest backup that was proven and is not from the future at `now` (Unix milliseconds), or null. */
export async function lastBackup(dataDir: string, now = Date.now()): Promise<Backup | null> {
  return (await provenBackups(dataDir)).findLast(({ proof }) => !isAhead(Date.parse(proof.takenAt), now)) ?? null
}

/** Names of backups that say that they were made after `now`: a clock was wrong then, or is now. */
export async function futureBackups(dataDir: string, now = Date.now()): Promise<string[]> {
  const all = await readdir(await backupsIn(dataDir))
  return all.filter((name) => isAhead(instantOf(name) ?? 0, now)).toSorted()
}
