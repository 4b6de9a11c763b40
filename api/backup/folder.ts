import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseName } from '../../data/db/db.ts'
import { isAhead } from '../../data/instants.ts'
import { type Proof, readProof } from './proof.ts'

export function nameAt(instant: number): string {
  return new Date(instant).toISOString().replace(/:|\.\d+/g, '')
}

const nameOf = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z$/

/** Returns Unix milliseconds, or null if `name` is not the name of a backup. */
export function instantOf(name: string): number | null {
  const instant = nameOf.test(name) ? Date.parse(name.replace(nameOf, '$1:$2:$3Z')) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}

export async function backupsIn(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

type Backup = { name: string; folder: string; proof: Proof }

export async function provenBackups(dataDir: string): Promise<Backup[]> {
  const all = await backupsIn(dataDir)
  const backups = (await readdir(all)).toSorted().map(async (name) => {
    const folder = join(all, name)
    if (instantOf(name) === null) return null
    const proof = await readProof(folder)
    if (!proof || nameAt(Date.parse(proof.takenAt)) !== name) return null
    const database = await stat(join(folder, databaseName)).catch(() => null)
    return database?.size === proof.database.bytes ? { name, folder, proof } : null
  })
  return (await Promise.all(backups)).filter((backup) => backup !== null)
}

export async function lastBackup(dataDir: string, now = Date.now()): Promise<Backup | null> {
  return (await provenBackups(dataDir)).findLast(({ proof }) => !isAhead(Date.parse(proof.takenAt), now)) ?? null
}

export async function futureBackups(dataDir: string, now = Date.now()): Promise<string[]> {
  const all = await readdir(await backupsIn(dataDir))
  return all.filter((name) => isAhead(instantOf(name) ?? 0, now)).toSorted()
}
