import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, lstat, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Db } from '../../data/db/db.ts'
import { migrations } from '../../data/db/migrations.ts'
import { foreignProgram, integrityErrors, openWithoutMigrating, rowCounts, schemaVersion } from '../../data/db/snapshot.ts'
import { parseJson } from '../system/json-file.ts'
import { StartProblem } from '../system/start-problem.ts'

export class BackupProblem extends StartProblem {}

const proofSchema = z.object({
  takenAt: z.iso.datetime(),
  schema: z.int(),
  database: z.object({ bytes: z.int(), sha256: z.string() }),
  rows: z.record(z.string(), z.int()),
  /** Hash of all rendered pages. Null in a backup that was made before a migration, because pages cannot be rendered then. */
  pages: z.string().nullable(),
  uploads: z.record(z.string(), z.int()),
  /** SHA-256 by path. Each hash comes from the first backup that contains the file. */
  hashes: z.record(z.string(), z.string()).optional(),
  damaged: z.array(z.string()).optional(),
  damagedInUse: z.array(z.string()).optional(),
  inBucket: z.record(z.string(), z.int()).optional(),
})

export type Proof = z.infer<typeof proofSchema>

export type HashPages = (db: Db) => Promise<string>

const proofName = 'proof.json'

export async function readProof(folder: string): Promise<Proof | null> {
  return parseProof(await readFile(join(folder, proofName), 'utf8').catch(() => ''))
}

export const parseProof = (text: string): Proof | null => parseJson(text, proofSchema)

export const proofFile = (folder: string) => join(folder, proofName)

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Copies a database and checks the copy. Without a proof, copies the write-ahead log too. Throws BackupProblem if the database
 * cannot be used.
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
  } catch {}
  throw new BackupProblem('el archivo de la base de datos está dañado')
}

const uploadPath = /^(public|originals)\/[A-Za-z0-9][\w.-]{0,150}$/

export const isUploadPath = (path: string): boolean => uploadPath.test(path)

/** Throws BackupProblem for a damaged file, and for a symlink, which could publish any file of the server. */
export async function checkUploads(folder: string, { uploads, hashes = {}, damaged = [] }: Proof): Promise<void> {
  for (const path of ['uploads', 'uploads/public', 'uploads/originals']) {
    const folderStat = await lstat(join(folder, path)).catch(() => null)
    if (folderStat && !folderStat.isDirectory()) throw new BackupProblem(`${path} no es una carpeta del respaldo`)
  }
  for (const [name, bytes] of Object.entries(uploads)) {
    if (!isUploadPath(name)) throw new BackupProblem(`${JSON.stringify(name)} no es el nombre de un archivo subido`)
    const fileStat = await lstat(join(folder, 'uploads', name)).catch(() => null)
    if (fileStat && !fileStat.isFile()) throw new BackupProblem(`el archivo subido ${name} es un enlace, no un archivo`)
    const isKnown = hashes[name] !== undefined && !damaged.includes(name)
    if (fileStat?.size !== bytes || (isKnown && (await hashFile(join(folder, 'uploads', name))) !== hashes[name]))
      throw new BackupProblem(`el archivo subido ${name} falta o está dañado en el respaldo`)
  }
}
