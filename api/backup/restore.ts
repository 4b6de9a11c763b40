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
  aside: string | null
  uploads: number
  erased: { registrations: number; users: number }
}

type RestoreOptions = {
  dataDir: string
  from: string
  now?: number
}

/**
 * The restored database has no sessions and does not send its queued mails. If this function throws BackupProblem, it has changed
 * nothing.
 */
export async function restoreBackup({ dataDir, from, now = Date.now() }: RestoreOptions): Promise<Restored> {
  const source = await stat(from).catch((error: unknown) => {
    throw new BackupProblem(/^(EACCES|EPERM)$/.test(codeOf(error)) ? othersFile(from) : `no existe ${from}`)
  })
  await access(from, source.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK).catch(() => {
    throw new BackupProblem(othersFile(from))
  })
  const proof = source.isDirectory() ? await readProof(from) : null
  if (source.isDirectory() && !proof) throw new BackupProblem('la carpeta no es un respaldo completo: le falta proof.json')

  const unlock = await lockDataDir(dataDir, 0).catch((error: unknown) => {
    throw error instanceof DataDirInUse ? new BackupProblem('el servidor está en marcha; detenlo primero') : error
  })
  try {
    return await restoreInto(dataDir, from, proof, now)
  } finally {
    unlock()
  }
}

const othersFile = (path: string) => `no se puede leer ${path} como el usuario de DATA_DIR; cópialo a donde pueda leerlo`

async function restoreInto(dataDir: string, from: string, proof: Proof | null, now: number): Promise<Restored> {
  const staging = join(dataDir, 'restoring')
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  try {
    const ready = join(staging, databaseName)
    const copy = await verifiedCopy(proof ? join(from, databaseName) : from, proof, ready)
    const erasures = readErasures([dirname(from), join(dataDir, 'backups')])
    const erased = eraseAgain(copy, erasures)
    forgetSessions(copy)
    failQueuedMails(copy, new Date(now).toISOString())
    closeAsOneFile(copy)
    if (proof) await checkUploads(from, proof)

    const current = join(dataDir, databaseName)
    const aside = await setAside(current, join(dataDir, `${asidePrefix}${nameAt(now)}`))
    const lock = await lockDatabase(current, aside)
    try {
      copyErasures(dirname(from), await backupsIn(dataDir))
      // Copies uploads before the database, so that after an interruption the old content still has all its files.
      const uploads = proof ? await addUploads(join(from, 'uploads'), join(dataDir, 'uploads'), Object.keys(proof.uploads)) : 0
      // SQLite would apply the write-ahead log of the old database to the new one and damage it.
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

/** Copies the files without SQLite, because SQLite would delete the log of a damaged database. */
async function setAside(database: string, folder: string): Promise<string | null> {
  if (!existsSync(database)) return null
  await mkdir(folder, { mode: 0o700 })
  for (const ending of ['', ...logs]) {
    if (existsSync(database + ending)) await copyFile(database + ending, join(folder, databaseName + ending))
  }
  return folder
}

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

async function addUploads(from: string, to: string, names: string[]): Promise<number> {
  await mkdir(join(to, 'public'), { recursive: true })
  await mkdir(join(to, 'originals'), { recursive: true, mode: 0o700 })
  const there = new Set((await readdir(to, { recursive: true })).map(String))
  const absent = names.filter((name) => !there.has(name))
  for (const name of absent) {
    await linkOrCopy(join(from, name), join(to, name))
    await chmod(join(to, name), name.startsWith('public/') ? 0o644 : 0o600)
  }
  return absent.length
}
