import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../data/db.ts'
import { copyDatabase, copyUploads } from './copy.ts'
import { nameAt } from './folder.ts'
import { BackupProblem, checkUploads, databaseName, type HashPages, type Proof, proofFile, verifiedCopy } from './proof.ts'

/** Bytes of disk that a backup leaves to the database. */
const reserve = 32 * 1024 * 1024

export type BackupOptions = {
  dataDir: string
  /** The folder in which the backup gets a folder of its own. */
  into: string
  /** Null where pages cannot be made from the database's content: before a migration. */
  hashPages: HashPages | null
  now?: number
}

/**
 * Backs up the database and the uploads while the server runs, restores the copy beside it and compares the two. Returns
 * the backup's folder and its proof. Throws BackupProblem when there is no room or the copy is not the same; nothing of
 * it stays then.
 */
export async function makeBackup({ dataDir, into, hashPages, now = Date.now() }: BackupOptions) {
  const folder = join(into, nameAt(now))
  const partial = `${folder}.partial`
  await mkdir(into, { recursive: true, mode: 0o700 })
  await checkSpace(join(dataDir, databaseName), into)
  await mkdir(partial, { mode: 0o700 })
  try {
    const taken = await copyDatabase(join(dataDir, databaseName), join(partial, databaseName), hashPages)
    const uploads = await copyUploads(join(dataDir, 'uploads'), join(partial, 'uploads'))
    const proof = { takenAt: new Date(now).toISOString(), ...taken, uploads }
    await prove(partial, proof, hashPages)
    await writeSynced(proofFile(partial), `${JSON.stringify(proof, null, 2)}\n`)
    await rename(partial, folder)
    await syncFolder(into)
    return { folder, proof }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

async function checkSpace(database: string, into: string): Promise<void> {
  const { size } = await stat(database)
  const { bavail, bsize } = await statfs(into)
  // The copy, and the copy of it that is looked at.
  if (bavail * bsize < 2 * size + reserve) throw new BackupProblem('no hay espacio en el disco para un respaldo')
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

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
