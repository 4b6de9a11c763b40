import { constants, existsSync } from 'node:fs'
import { access, chmod, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Db, databaseName } from '../../data/db/db.ts'
import { closeAsOneFile, eraseAgain, failQueuedMails, forgetSessions, tryExclusiveLock } from '../../data/db/snapshot.ts'
import { codeOf } from '../../data/error-code.ts'
import { DataDirInUse, lockDataDir } from '../system/data-lock.ts'
import { synced } from '../system/disk.ts'
import { linkOrCopy } from '../uploads/storage.ts'
import { copyErasures, readErasures } from './erasures.ts'
import { asidePrefix } from './expire.ts'
import { backupsIn, nameAt } from './folder.ts'
import { BackupProblem, checkUploads, type Proof, readProof, verifiedCopy } from './proof.ts'

type Restored = {
  /** The folder to which the previous database was copied; null when there was none. */
  aside: string | null
  /** Uploads that were not there. */
  uploads: number
  /** How many were deleted again, because they had been since the backup. */
  erased: { registrations: number; users: number }
}

type RestoreOptions = {
  dataDir: string
  /** A backup's folder, or a database file alone: then uploads stay as they are. */
  from: string
  now?: number
}

/**
 * Replaces what is in `dataDir` by a backup, and destroys nothing of it. All sessions end, and no
 * mail that waited in it is sent by itself. Throws
 * BackupProblem, with nothing changed, when the backup is damaged or of a newer version, or while the server runs.
 */
export async function restoreBackup({ dataDir, from, now = Date.now() }: RestoreOptions): Promise<Restored> {
  const found = await stat(from).catch((error: unknown) => {
    throw new BackupProblem(/^(EACCES|EPERM)$/.test(codeOf(error)) ? othersFile(from) : `no existe ${from}`)
  })
  await access(from, found.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK).catch(() => {
    throw new BackupProblem(othersFile(from))
  })
  const proof = found.isDirectory() ? await readProof(from) : null
  if (found.isDirectory() && !proof) throw new BackupProblem('la carpeta no es un respaldo completo: le falta proof.json')

  const release = await lockDataDir(dataDir, 0).catch((error: unknown) => {
    throw error instanceof DataDirInUse ? new BackupProblem('el servidor está en marcha; detenlo primero') : error
  })
  try {
    return await restoreInto(dataDir, from, proof, now)
  } finally {
    release()
  }
}

/** Whoever root starts it for acts as the owner of DATA_DIR. */
const othersFile = (path: string) => `no se puede leer ${path} como el usuario de DATA_DIR; cópialo a donde pueda leerlo`

/** `proof` is null for a database file alone. */
async function restoreInto(dataDir: string, from: string, proof: Proof | null, now: number): Promise<Restored> {
  const staging = join(dataDir, 'restoring')
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  try {
    const ready = join(staging, databaseName)
    const copy = await verifiedCopy(proof ? join(from, databaseName) : from, proof, ready)
    const noted = readErasures([dirname(from), join(dataDir, 'backups')])
    const erased = eraseAgain(copy, noted)
    forgetSessions(copy)
    failQueuedMails(copy, new Date(now).toISOString())
    closeAsOneFile(copy)
    if (proof) await checkUploads(from, proof)

    const current = join(dataDir, databaseName)
    const aside = await setAside(current, join(dataDir, `${asidePrefix}${nameAt(now)}`))
    const lock = await lockDatabase(current, aside)
    try {
      copyErasures(dirname(from), await backupsIn(dataDir))
      // Uploads first, the content that refers to them last: stopped in between, the old content is still complete.
      const uploads = proof ? await addUploads(join(from, 'uploads'), join(dataDir, 'uploads'), Object.keys(proof.uploads)) : 0
      // A write-ahead log belongs to its database alone: beside another one it would damage it.
      for (const ending of logs) await rm(current + ending, { force: true })
      await synced(ready)
      await rename(ready, current)
      await synced(dataDir)
      return { aside, uploads, erased }
    } finally {
      lock?.close()
    }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const logs = ['-wal', '-shm']

/** Copies the database to `folder` as it is, before anything opens it: SQLite removes the log of one that is damaged. */
async function setAside(database: string, folder: string): Promise<string | null> {
  if (!existsSync(database)) return null
  await mkdir(folder, { mode: 0o700 })
  for (const ending of ['', ...logs]) {
    if (existsSync(database + ending)) await copyFile(database + ending, join(folder, databaseName + ending))
  }
  return folder
}

/** Locks the database so that no server starts meanwhile. Null when there is none, or a damaged one. */
async function lockDatabase(database: string, aside: string | null): Promise<Db | null> {
  if (!aside) return null
  let lock: Db | null
  try {
    lock = tryExclusiveLock(database)
  } catch {
    return null
  }
  if (lock) return lock
  await rm(aside, { recursive: true })
  throw new BackupProblem('el servidor está en marcha; detenlo primero')
}

/** Adds the uploads that are not there. A name is given once and its bytes never change, so nothing is replaced. */
async function addUploads(from: string, to: string, names: string[]): Promise<number> {
  await mkdir(join(to, 'public'), { recursive: true })
  await mkdir(join(to, 'originals'), { recursive: true, mode: 0o700 })
  const there = new Set((await readdir(to, { recursive: true })).map(String))
  const absent = names.filter((name) => !there.has(name))
  for (const name of absent) {
    await linkOrCopy(join(from, name), join(to, name))
    // Copied from elsewhere it may have any mode. The web server that sends the public ones may run as another user.
    await chmod(join(to, name), name.startsWith('public/') ? 0o644 : 0o600)
  }
  return absent.length
}
