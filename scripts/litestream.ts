/** Litestream, a program of its own, which copies each change of the database to the bucket: https://litestream.io */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { BackupProblem } from '../api/backup/proof.ts'
import type { Config } from '../api/config.ts'
import { type Bucket, replicasPrefix } from '../api/store/bucket.ts'
import type { StoreConfig } from '../api/store/config.ts'
import { root } from '../api/system/root.ts'
import { databaseName } from '../data/db/db.ts'
import { isEmpty, openWithoutMigrating } from '../data/db/snapshot.ts'
import { dayMs } from '../data/time.ts'

export const litestreamConfig = join(root, 'deploy/litestream.yml')

/** Where the program is: on the PATH, or where Go installs it; null where it is not. */
export function findLitestream(): string | null {
  const go = process.env.GOPATH ?? join(homedir(), 'go')
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(go, 'bin')]
  return folders.map((folder) => join(folder, 'litestream')).find((path) => existsSync(path)) ?? null
}

/** The environment of Litestream for a replica: each machine that takes over begins one of its own, with a number. */
export function replicaEnv(dataDir: string, store: StoreConfig, epoch: number): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    S3_ENDPOINT: store.endpoint,
    S3_REGION: store.region,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    REPLICA_PATH: `${store.prefix}${replicasPrefix}${epoch}`,
  }
}

/** The numbers of the replicas in the bucket, highest first. */
export async function replicaEpochs(bucket: Bucket): Promise<number[]> {
  const epochs = (await bucket.list(replicasPrefix)).map(({ key }) => Number.parseInt(key.slice(replicasPrefix.length), 10))
  return [...new Set(epochs)].filter(Number.isSafeInteger).toSorted((one, other) => other - one)
}

const fortnight = 14 * dayMs

/**
 * Removes the replicas of machines that were replaced more than 14 days before `now` (Unix milliseconds): people are in them. None
 * goes before the `current` one has begun.
 */
export async function removeOldReplicas(bucket: Bucket, current: number, now = Date.now()): Promise<void> {
  const epochs = await replicaEpochs(bucket)
  if (!epochs.includes(current)) return
  for (const epoch of epochs.filter((found) => found < current)) {
    const files = await bucket.list(`${replicasPrefix}${epoch}/`)
    if (files.every(({ changedAt }) => now - changedAt > fortnight)) await bucket.remove(files.map(({ key }) => key))
  }
}

type Brought = { epoch: number; others: number[] }

/**
 * Writes what a replica holds to `file`: the one of this number, or the newest that is not empty. Returns its number and those of
 * the others. Throws BackupProblem when there is none, or when it cannot be restored: an older one is somebody's choice then.
 */
export async function restoreReplica(
  { dataDir }: Pick<Config, 'dataDir'>,
  store: StoreConfig,
  bucket: Bucket,
  file: string,
  wanted: number | null = null,
): Promise<Brought> {
  const program = findLitestream()
  if (!program) throw new BackupProblem('no se encontró el programa litestream')
  const epochs = await replicaEpochs(bucket)
  for (const epoch of wanted === null ? epochs : [wanted]) {
    await rm(file, { force: true })
    const args = ['restore', '-config', litestreamConfig, '-if-replica-exists', '-o', file, join(dataDir, databaseName)]
    const env = { ...process.env, ...replicaEnv(dataDir, store, epoch) }
    // Not waited for at a standstill: whoever takes over shows signs of life meanwhile.
    const [status] = await once(spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
    const others = epochs.filter((other) => other !== epoch)
    if (status !== 0) throw new BackupProblem(`la réplica ${epoch} no se pudo restaurar${offered(others)}`)
    // A machine that was lost before it sent anything left none, one that began with nothing an empty one.
    if (existsSync(file) && (wanted !== null || !isEmptyFile(file))) return { epoch, others }
  }
  throw new BackupProblem(
    epochs.length > 0 ? 'las réplicas que hay en el almacén están vacías' : 'no hay una réplica en el almacén',
  )
}

/** Where else one may look, to follow a sentence. */
export const offered = (epochs: readonly number[]): string =>
  epochs.length > 0 ? `; también hay ${epochs.map((epoch) => `replica/${epoch}`).join(', ')}` : ''

function isEmptyFile(file: string): boolean {
  const db = openWithoutMigrating(file)
  try {
    return isEmpty(db)
  } finally {
    db.close()
  }
}
