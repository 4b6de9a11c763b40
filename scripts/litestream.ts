/** Litestream, a program of its own, which copies each change of the database to the bucket: https://litestream.io */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Config } from '../api/config.ts'
import { type Bucket, privatePrefix } from '../api/store/bucket.ts'
import type { StoreConfig } from '../api/store/config.ts'
import { root } from '../api/system/root.ts'

export const litestreamConfig = join(root, 'deploy/litestream.yml')

/** Where the program is: on the PATH, or where Go installs it; null where it is not. */
export function findLitestream(): string | null {
  const go = process.env.GOPATH ?? join(homedir(), 'go')
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(go, 'bin')]
  return folders.map((folder) => join(folder, 'litestream')).find((path) => existsSync(path)) ?? null
}

const replicas = `${privatePrefix}replica/`

/** The environment of Litestream for a replica: each machine that takes over begins one of its own, with a number. */
export function replicaEnv(dataDir: string, store: StoreConfig, epoch: number): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    S3_ENDPOINT: store.endpoint,
    S3_REGION: store.region,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    REPLICA_PATH: `${store.prefix}${replicas}${epoch}`,
  }
}

/** The numbers of the replicas in the bucket, highest first. */
export async function replicaEpochs(bucket: Bucket): Promise<number[]> {
  const epochs = (await bucket.list(replicas)).map(({ key }) => Number.parseInt(key.slice(replicas.length), 10))
  return [...new Set(epochs)].filter(Number.isSafeInteger).toSorted((one, other) => other - one)
}

const fortnight = 14 * 24 * 60 * 60 * 1000

/** Removes the replicas of machines that were replaced more than 14 days before `now` (Unix milliseconds): people are in them. */
export async function removeOldReplicas(bucket: Bucket, current: number, now = Date.now()): Promise<void> {
  for (const epoch of (await replicaEpochs(bucket)).filter((found) => found < current)) {
    const files = await bucket.list(`${replicas}${epoch}/`)
    if (files.every(({ changedAt }) => now - changedAt > fortnight)) await bucket.remove(files.map(({ key }) => key))
  }
}

/** Writes what the newest replica holds to `file`. Returns why it could not, in Spanish; null when it did. */
export async function restoreReplica({ dataDir }: Pick<Config, 'dataDir'>, store: StoreConfig, bucket: Bucket, file: string) {
  const program = findLitestream()
  if (!program) return 'no se encontró el programa litestream'
  for (const epoch of await replicaEpochs(bucket)) {
    const args = ['restore', '-config', litestreamConfig, '-o', file, join(dataDir, 'conference.db')]
    const env = { ...process.env, ...replicaEnv(dataDir, store, epoch) }
    const { status } = spawnSync(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status === 0 && existsSync(file)) return null
  }
  return 'no hay una réplica que se pueda restaurar en el almacén'
}
