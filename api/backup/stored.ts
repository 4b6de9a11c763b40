import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { databaseName } from '../../data/db/db.ts'
import { isAhead } from '../../data/instants.ts'
import { dayMs } from '../../data/time.ts'
import { type Bucket, backupsPrefix, unsent } from '../store/bucket.ts'
import { storeProblem } from '../store/problem.ts'
import { lookAtClock } from '../system/clock.ts'
import { hasSpaceFor } from '../system/disk.ts'
import { bucketFolders } from '../uploads/bucket-storage.ts'
import { backupPath } from '../uploads/paths.ts'
import { joinErasures } from './erasures.ts'
import { daysKept } from './expire.ts'
import { instantOf } from './folder.ts'
import { BackupProblem, type Proof, parseProof, proofFile, readProof } from './proof.ts'
import { markStored } from './stored-mark.ts'

const keyOf = (name: string, file: string) => `${backupsPrefix}${name}/${file}`

/**
 * Uploads the proof last, so that a backup with a proof is complete. Throws BackupProblem if the copy is incomplete or damaged.
 */
export async function storeBackup(
  bucket: Bucket,
  { name, folder }: { name: string; folder: string },
  inBucket: Proof['uploads'],
) {
  const proof = await readProof(folder)
  if (!proof) throw new BackupProblem('el respaldo no está completo')
  for (const [path, bytes] of Object.entries(proof.uploads)) {
    if (inBucket[path] !== bytes) throw new BackupProblem(`el archivo subido ${path} no está en el almacén`)
  }
  await orProblem(async () => {
    const key = keyOf(name, databaseName)
    await bucket.putFile(key, join(folder, databaseName), unsent)
    if ((await hashOf(bucket, key)) !== proof.database.sha256) throw new BackupProblem('la copia en el almacén está dañada')
    await bucket.put(keyOf(name, 'proof.json'), JSON.stringify({ ...proof, uploads: {}, hashes: {}, inBucket }, null, 2), unsent)
  })
  await markStored(folder)
}

type StoredFile = { key: string; name: string; file: string }

async function storedFiles(bucket: Bucket): Promise<StoredFile[]> {
  const files = (await bucket.list(backupsPrefix)).map(({ key }) => {
    const [name = '', ...rest] = key.slice(backupsPrefix.length).split('/')
    return { key, name, file: rest.join('/') }
  })
  return files.filter(({ name }) => instantOf(name) !== null)
}

const provenIn = (files: readonly StoredFile[]): string[] =>
  files.flatMap(({ name, file }) => (file === 'proof.json' ? [name] : [])).toSorted()

export const storedBackups = async (bucket: Bucket): Promise<string[]> => provenIn(await storedFiles(bucket))

export async function removeExpiredStored(bucket: Bucket, dataDir: string, now = Date.now()): Promise<void> {
  if (!lookAtClock(dataDir, now).isSteady) return
  const isOld = (name: string) => now - (instantOf(name) ?? now) > daysKept * dayMs
  const files = await storedFiles(bucket)
  const proven = provenIn(files)
  // Deletes the proof of an old backup before its database, so that an incomplete backup never has a proof.
  for (const name of proven.slice(0, -1).filter(isOld).slice(0, 2))
    await bucket.remove([keyOf(name, 'proof.json'), keyOf(name, databaseName)])
  const halves = files.filter(({ name }) => isOld(name) && !proven.includes(name))
  if (halves.length > 0) await bucket.remove(halves.map(({ key }) => key))
}

type Fetched = { folder: string; missing: string[] }

/** Downloads the requested or else the newest backup. Throws BackupProblem if the backup is missing or unreadable. */
export async function fetchBackup(bucket: Bucket, into: string, requestedName: string | null): Promise<Fetched> {
  const names = await orProblem(() => storedBackups(bucket))
  const name = requestedName ?? names.findLast((candidate) => !isAhead(instantOf(candidate) ?? 0, Date.now()))
  if (name === undefined || !names.includes(name)) {
    throw new BackupProblem(
      requestedName ? `no existe el respaldo ${requestedName} en el almacén` : 'no hay respaldos en el almacén',
    )
  }
  const folder = join(into, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return orProblem(async () => {
    const text = (await bucket.text(keyOf(name, 'proof.json'))) ?? ''
    const proof = parseProof(text)
    if (!proof) throw new BackupProblem('el respaldo no se puede leer: su proof.json está dañado')
    if (!(await hasSpaceFor(2 * proof.database.bytes, into))) throw new BackupProblem('no hay espacio en el disco')
    const body = await bucket.read(keyOf(name, databaseName))
    if (!body) throw new BackupProblem('al respaldo le falta la base de datos')
    await pipeline(body, createWriteStream(join(folder, databaseName), { mode: 0o600 }))
    await writeFile(proofFile(folder), text, { mode: 0o600 })
    const there = await sizesIn(bucket)
    const missing = Object.entries(proof.inBucket ?? {}).filter(([path, bytes]) => there.get(path) !== bytes)
    return { folder, missing: missing.map(([path]) => path) }
  })
}

export async function uploadsInStoredBackups(bucket: Bucket): Promise<Set<string>> {
  const proofs = (await storedBackups(bucket)).map(async (name) =>
    parseProof((await bucket.text(keyOf(name, 'proof.json'))) ?? ''),
  )
  return new Set((await Promise.all(proofs)).flatMap((proof) => Object.keys(proof?.inBucket ?? {})))
}

export const fetchErasures = (bucket: Bucket): Promise<string> => orProblem(async () => (await bucket.text(erasuresKey)) ?? '')

const erasuresKey = `${backupsPrefix}erasures.jsonl`

/** Writes the erasures in `file` into the bucket, and keeps those that other machines recorded there. */
export async function storeErasures(bucket: Bucket, file: string): Promise<void> {
  const here = await readFile(file, 'utf8').catch(() => '')
  const joined = joinErasures((await bucket.text(erasuresKey)) ?? '', here)
  if (joined !== null) await bucket.put(erasuresKey, joined, unsent)
}

export function erasuresCarrier(bucket: Bucket, file: string): () => Promise<void> {
  let carried = ''
  return async () => {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text === carried) return
    await storeErasures(bucket, file)
    carried = text
  }
}

async function sizesIn(bucket: Bucket): Promise<Map<string, number>> {
  const kinds = ['published', 'originals'] as const
  const listings = kinds.map(async (kind) =>
    (await bucket.list(bucketFolders[kind])).map(({ key, size }) => ({ kind, key, size })),
  )
  const files = (await Promise.all(listings)).flat()
  return new Map(files.map(({ kind, key, size }) => [backupPath({ kind, name: key.slice(bucketFolders[kind].length) }), size]))
}

async function hashOf(bucket: Bucket, key: string): Promise<string> {
  const body = await bucket.read(key)
  if (!body) return ''
  const hash = createHash('sha256')
  await pipeline(body, hash)
  return hash.digest('hex')
}

async function orProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BackupProblem ? error : new BackupProblem(storeProblem(error), { cause: error })
  }
}
