/** DATA_DIR/backups: a folder for each backup, named by its time. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Proof, readProof } from './proof.ts'

const day = 24 * 60 * 60 * 1000
export const daysKept = 14

/** A folder's name at an instant (Unix milliseconds), such as 2026-11-21T060000Z. */
export function nameAt(instant: number): string {
  return new Date(instant).toISOString().replace(/:|\.\d+/g, '')
}

export const nameOf = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z$/
/** The instant of a backup's name, Unix milliseconds. */
export const instantOf = (name: string) => Date.parse(name.replace(nameOf, '$1:$2:$3Z'))

/** The folder of all backups, created when missing, readable by its owner alone. */
export async function backupsIn(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The newest backup that was proven, or null. */
export async function lastBackup(dataDir: string): Promise<{ folder: string; proof: Proof } | null> {
  const all = await backupsIn(dataDir)
  const names = (await readdir(all)).filter((name) => nameOf.test(name)).toSorted()
  for (const name of names.toReversed()) {
    const folder = join(all, name)
    const proof = await readProof(folder)
    if (proof) return { folder, proof }
  }
  return null
}

/**
 * Removes backups that are 14 days older than the newest, which is never removed itself, and what an interrupted one
 * left. Whoever was deleted from the database is gone from the backups too when they are.
 */
export async function removeOldBackups(dataDir: string): Promise<void> {
  const all = await backupsIn(dataDir)
  const newest = await lastBackup(dataDir)
  for (const name of await readdir(all)) {
    const isUnfinished = name.endsWith('.partial')
    const isOld = nameOf.test(name) && newest !== null && Date.parse(newest.proof.takenAt) - instantOf(name) > daysKept * day
    if (isUnfinished || isOld) await rm(join(all, name), { recursive: true, force: true })
  }
}
