/** Runs Litestream, which replicates the database to the bucket: https://litestream.io */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { daysKept } from '../api/backup/expire.ts'
import { BackupProblem } from '../api/backup/proof.ts'
import type { Config } from '../api/config.ts'
import { type Bucket, replicasPrefix } from '../api/store/bucket.ts'
import type { StoreConfig } from '../api/store/config.ts'
import { root } from '../api/system/root.ts'
import { databaseName } from '../data/db/db.ts'
import { isEmpty, openWithoutMigrating } from '../data/db/snapshot.ts'
import { dayMs } from '../data/time.ts'

export const litestreamConfig = join(root, 'deploy/litestream.yml')

/** Finds the program on the PATH or in Go's folder. Returns null if it is not installed. */
export function findLitestream(): string | null {
  const go = process.env.GOPATH ?? join(homedir(), 'go')
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(go, 'bin')]
  return folders.map((folder) => join(folder, 'litestream')).find((path) => existsSync(path)) ?? null
}

/** Each machine that takes over starts a replica with a new number, `epoch`. */
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

/** Returns the numbers of all replicas, highest first. */
export async function replicaEpochs(bucket: Bucket): Promise<number[]> {
  const epochs = (await bucket.list(replicasPrefix)).map(({ key }) => Number.parseInt(key.slice(replicasPrefix.length), 10))
  return [...new Set(epochs)].filter(Number.isSafeInteger).toSorted((one, other) => other - one)
}

/** Deletes replicas older than `current` without changes for `daysKept` days, because they hold personal data. Deletes nothing before `current` exists. */
export async function removeOldReplicas(bucket: Bucket, current: number, now = Date.now()): Promise<void> {
  const epochs = await replicaEpochs(bucket)
  if (!epochs.includes(current)) return
  for (const epoch of epochs.filter((number) => number < current)) {
    const files = await bucket.list(`${replicasPrefix}${epoch}/`)
    if (files.every(({ changedAt }) => now - changedAt > daysKept * dayMs)) await bucket.remove(files.map(({ key }) => key))
  }
}

type RestoredReplica = { epoch: number; others: number[] }

/** Restores `requestedEpoch`, or the newest replica that is not empty. Throws BackupProblem on a failure. Only the operator may choose an older replica. */
export async function restoreReplica(
  { dataDir }: Pick<Config, 'dataDir'>,
  store: StoreConfig,
  bucket: Bucket,
  file: string,
  requestedEpoch: number | null = null,
): Promise<RestoredReplica> {
  const program = findLitestream()
  if (!program) throw new BackupProblem('no se encontró el programa litestream')
  const epochs = await replicaEpochs(bucket)
  for (const epoch of requestedEpoch === null ? epochs : [requestedEpoch]) {
    await rm(file, { force: true })
    const args = ['restore', '-config', litestreamConfig, '-if-replica-exists', '-o', file, join(dataDir, databaseName)]
    const env = { ...process.env, ...replicaEnv(dataDir, store, epoch) }
    // Waits without blocking, because the lease must be renewed during the restore.
    const [status] = await once(spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
    const others = epochs.filter((other) => other !== epoch)
    if (status !== 0) throw new BackupProblem(`la réplica ${epoch} no se pudo restaurar${otherReplicas(others)}`)
    // A machine can be lost before its first upload, and then leaves an empty replica.
    if (existsSync(file) && (requestedEpoch !== null || !isEmptyFile(file))) return { epoch, others }
  }
  throw new BackupProblem(
    epochs.length > 0 ? 'las réplicas que hay en el almacén están vacías' : 'no hay una réplica en el almacén',
  )
}

/** Returns the names of the replicas in Spanish, as the end of a sentence. */
export const otherReplicas = (epochs: readonly number[]): string =>
  epochs.length > 0 ? `; también hay ${epochs.map((epoch) => `replica/${epoch}`).join(', ')}` : ''

function isEmptyFile(file: string): boolean {
  const db = openWithoutMigrating(file)
  try {
    return isEmpty(db)
  } finally {
    db.close()
  }
}
