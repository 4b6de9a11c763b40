import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findUploadsInUse } from '../../data/content/unreferenced-uploads.ts'
import { type Db, databaseName } from '../../data/db/db.ts'
import { openWithoutMigrating } from '../../data/db/snapshot.ts'
import { hasSpaceFor, synced, writeSynced } from '../system/disk.ts'
import { stemOf } from '../uploads/names.ts'
import { copyDatabase, copyUploads } from './copy.ts'
import { copyErasures } from './erasures.ts'
import { lastBackup, nameAt } from './folder.ts'
import { BackupProblem, checkUploads, type HashPages, hashFile, type Proof, proofFile, verifiedCopy } from './proof.ts'

type BackupOptions = {
  dataDir: string
  into: string
  hashPages: HashPages | null
  addUploads?: (folder: string) => Promise<Proof['uploads']>
  now?: number
}

/** Can run while the server runs. If the backup fails, throws (usually BackupProblem) and leaves no files. */
export async function makeBackup({ dataDir, into, hashPages, addUploads, now = Date.now() }: BackupOptions) {
  const folder = join(into, nameAt(now))
  const partial = `${folder}.partial`
  await mkdir(into, { recursive: true, mode: 0o700 })
  await checkSpace(join(dataDir, databaseName), into)
  await mkdir(partial, { mode: 0o700 })
  try {
    const database = await copyDatabase(join(dataDir, databaseName), join(partial, databaseName), hashPages)
    const folderOfUploads = join(partial, 'uploads')
    const here = await copyUploads(join(dataDir, 'uploads'), folderOfUploads)
    const uploads = { ...here, ...(await addUploads?.(folderOfUploads)) }
    const proof = { takenAt: new Date(now).toISOString(), ...database, uploads }
    await prove(partial, proof, hashPages)
    const earlierHashes = (await lastBackup(dataDir, now))?.proof.hashes ?? {}
    const hashesAndDamage = await hashUploads(folderOfUploads, Object.keys(uploads), earlierHashes)
    const fullProof: Proof = {
      ...proof,
      ...hashesAndDamage,
      damagedInUse: inUse(join(dataDir, databaseName), hashesAndDamage.damaged),
    }
    const body = `${JSON.stringify(fullProof, null, 2)}\n`
    await writeSynced([{ path: proofFile(partial), body }], { flags: 'wx', mode: 0o600 })
    await rename(partial, folder)
    copyErasures(join(dataDir, 'backups'), into)
    await synced(into)
    return { folder, proof: fullProof }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** Uploads never change. If a hash differs from the hash in an earlier backup, the file is damaged. */
async function hashUploads(folder: string, names: string[], earlierHashes: Record<string, string>) {
  const hashes: Record<string, string> = {}
  const damaged: string[] = []
  for (const name of names) {
    const hash = await hashFile(join(folder, name))
    hashes[name] = earlierHashes[name] ?? hash
    if (hash !== hashes[name]) damaged.push(name)
  }
  return { hashes, damaged }
}

function inUse(database: string, uploads: readonly string[]): string[] {
  if (uploads.length === 0) return []
  const db = openWithoutMigrating(database)
  try {
    const stem = (path: string) => stemOf(basename(path))
    const shownStems = new Set(findUploadsInUse(db, uploads.map(stem)))
    return uploads.filter((path) => shownStems.has(stem(path)))
  } finally {
    db.close()
  }
}

async function checkSpace(database: string, into: string): Promise<void> {
  const { size } = await stat(database)
  if (!(await hasSpaceFor(2 * size, into))) throw new BackupProblem('no hay espacio en el disco para un respaldo')
}

async function prove(partial: string, proof: Proof, hashPages: HashPages | null): Promise<void> {
  const restored = join(partial, 'restored')
  await mkdir(restored, { mode: 0o700 })
  let db: Db | undefined
  try {
    db = await verifiedCopy(join(partial, databaseName), proof, join(restored, databaseName))
    if (hashPages && (await hashPages(db)) !== proof.pages)
      throw new BackupProblem('la copia no da las mismas páginas que el original')
    await checkUploads(partial, proof)
  } finally {
    db?.close()
    await rm(restored, { recursive: true, force: true })
  }
}
