/** The proof of a backup, which is its manifest: what was copied, and how a copy is checked against it. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, lstat, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Db } from '../../data/db/db.ts'
import { migrations } from '../../data/db/migrations.ts'
import { foreignProgram, integrityErrors, openWithoutMigrating, rowCounts, schemaVersion } from '../../data/db/snapshot.ts'
import { StartProblem } from '../system/start-problem.ts'

/** Why there is no backup, or why one is not restored, in words for people. */
export class BackupProblem extends StartProblem {}

const proofSchema = z.object({
  /** When the database was read, ISO 8601 in UTC. */
  takenAt: z.iso.datetime(),
  /** Version of the schema. */
  schema: z.int(),
  database: z.object({ bytes: z.int(), sha256: z.string() }),
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  /** Hash of all pages made from this content; null where they could not be made from it (before a migration). */
  pages: z.string().nullable(),
  /** Bytes by file, such as `public/….webp`. */
  uploads: z.record(z.string(), z.int()),
  /** SHA-256 by file, as the first backup with it found it; older proofs have none. */
  hashes: z.record(z.string(), z.string()).optional(),
  /** Files that were no longer so when this backup was taken: their disk has changed them. */
  damaged: z.array(z.string()).optional(),
  /** Those of them that were shown then: by the newest content, as somebody's picture, or by an edition. Older proofs have none. */
  damagedInUse: z.array(z.string()).optional(),
  /** Bytes of uploads that are no part of the backup: they lie in the object store. */
  inBucket: z.record(z.string(), z.int()).optional(),
})

/** What was counted and hashed when the backup was taken, and again in a copy restored from it. */
export type Proof = z.infer<typeof proofSchema>

/** A hash of everything that visitors would see of a database's content. */
export type HashPages = (db: Db) => Promise<string>

const proofName = 'proof.json'

/** The proof in a backup's folder; null when there is none that can be read. */
export async function readProof(folder: string): Promise<Proof | null> {
  return parseProof(await readFile(join(folder, proofName), 'utf8').catch(() => ''))
}

/** A proof from its text; null when it is none. */
export function parseProof(text: string): Proof | null {
  try {
    return proofSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Where the proof of the backup in `folder` is. */
export const proofFile = (folder: string) => join(folder, proofName)

/** SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Copies the database of a backup to `target` and checks the copy. Returns the copy's
 * connection, for the caller to close. Throws BackupProblem when it is damaged, of a newer version, or not what `proof`
 * says; without a proof (a bare database file) only the first two can be known, and what is still in the log beside it comes with it.
 */
export async function verifiedCopy(database: string, proof: Proof | null, target: string): Promise<Db> {
  if (!(await lstat(database).catch(() => null))?.isFile()) throw new BackupProblem('no hay una base de datos en el respaldo')
  await copyFile(database, target)
  await chmod(target, 0o600)
  if (!proof) await copyLog(database, target)
  if (proof && (await hashFile(target)) !== proof.database.sha256)
    throw new BackupProblem('el archivo de la base de datos está dañado')
  const db = openChecked(target)
  try {
    const version = schemaVersion(db)
    if (version > migrations.length) throw new BackupProblem(`el respaldo es de una versión más nueva del programa (${version})`)
    if (version === 0) throw new BackupProblem('el archivo no es una base de datos de este programa')
    if (foreignProgram(db)) throw new BackupProblem('la base de datos contiene instrucciones que este programa no escribió')
    if (proof && JSON.stringify(rowCounts(db)) !== JSON.stringify(proof.rows)) {
      throw new BackupProblem('la copia no tiene las mismas filas que el original')
    }
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** A backup is one file. What a process left behind has its last saves in the write-ahead log, which SQLite replays beside the copy. */
async function copyLog(database: string, target: string): Promise<void> {
  const log = await stat(`${database}-wal`).catch(() => null)
  if (!log?.isFile() || log.size === 0) return
  await copyFile(`${database}-wal`, `${target}-wal`)
  await chmod(`${target}-wal`, 0o600)
}

function openChecked(file: string): Db {
  try {
    const db = openWithoutMigrating(file)
    const [first] = integrityErrors(db)
    if (first === undefined) return db
    db.close()
  } catch {
    // Not even a database.
  }
  throw new BackupProblem('el archivo de la base de datos está dañado')
}

/** Folders of uploads, and a name that cannot lead out of them. */
const uploadPath = /^(public|originals)\/[A-Za-z0-9][\w.-]{0,150}$/

/** Whether a file by this path in the folder of uploads is one; others are not backed up, and not restored. */
export const isUploadPath = (path: string): boolean => uploadPath.test(path)

/**
 * Throws BackupProblem when an upload of the backup in `folder` is missing, of another size or hash, when its name leads out of
 * the folder, or when it, or a folder on the way, is a link: a link could make any file of the machine public.
 */
export async function checkUploads(folder: string, { uploads, hashes = {}, damaged = [] }: Proof): Promise<void> {
  for (const path of ['uploads', 'uploads/public', 'uploads/originals']) {
    const found = await lstat(join(folder, path)).catch(() => null)
    if (found && !found.isDirectory()) throw new BackupProblem(`${path} no es una carpeta del respaldo`)
  }
  for (const [name, bytes] of Object.entries(uploads)) {
    if (!isUploadPath(name)) throw new BackupProblem(`${JSON.stringify(name)} no es el nombre de un archivo subido`)
    const found = await lstat(join(folder, 'uploads', name)).catch(() => null)
    if (found && !found.isFile()) throw new BackupProblem(`el archivo subido ${name} es un enlace, no un archivo`)
    const isKnown = hashes[name] !== undefined && !damaged.includes(name)
    if (found?.size !== bytes || (isKnown && (await hashFile(join(folder, 'uploads', name))) !== hashes[name]))
      throw new BackupProblem(`el archivo subido ${name} falta o está dañado en el respaldo`)
  }
}
