/** Two machines share a bucket. The machine with the lease serves. The second machine takes over after 20 seconds without a sign of life. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeExpired } from '../api/backup/expire.ts'
import { BackupProblem } from '../api/backup/proof.ts'
import { readConfig } from '../api/config.ts'
import { openBucket } from '../api/store/bucket.ts'
import { readOwnLease, releaseLease } from '../api/store/lease.ts'
import { withTimeout } from '../api/store/lease-keeper.ts'
import { inPair } from '../api/store/open-lease.ts'
import { loggedProblem } from '../api/store/problem.ts'
import { waitForLease } from '../api/store/standby.ts'
import { createJob } from '../api/system/job.ts'
import { createLog, endOnProblems } from '../api/system/log.ts'
import { builtServer } from '../api/system/root.ts'
import { dayMs, hourMs } from '../data/time.ts'
import { findLitestream, litestreamConfig, removeOldReplicas, replicaEnv, replicaEpochs } from './litestream.ts'
import { restoreFrom } from './restore-from.ts'
import { startEnv, startFlags } from './start-settings.ts'

const log = createLog()
endOnProblems('No se puede iniciar', log)
const config = readConfig(process.env)
const { dataDir, store } = config
if (!store) {
  console.error('Para dos máquinas hace falta un almacén: configura S3_ENDPOINT y las demás variables (deploy/README.md).')
  process.exit(1)
}
const bucket = openBucket(store)
mkdirSync(dataDir, { recursive: true, mode: 0o700 })

/** Replaces the local data with the newest copy in the bucket, after a check of the copy. */
async function bringBack(): Promise<void> {
  const hasReplica = (await replicaEpochs(bucket)).length > 0
  if (hasReplica && !findLitestream())
    throw new BackupProblem('hay una réplica en el almacén, y litestream no está instalado aquí')
  // Restores in this process, because it has already loaded all code while waiting.
  await restoreFrom(config, hasReplica ? 'replica' : 's3')
}

/** The waiting machine makes no backups, so nothing else would delete its old backups. */
async function tidyHere(): Promise<void> {
  const stuck = await removeExpired(dataDir)
  if (stuck.length > 0) log.error({ stuck }, 'expired backups could not be removed. Which user owns them?')
}

const tidying = createJob({
  work: tidyHere,
  everyMs: hourMs,
  onError: (error) => log.error({ err: error }, 'old copies stay for now'),
})
tidying.start()
const lease = await waitForLease({ bucket, dataDir, bringBack, log })
void tidying.stop()
// Deletes Litestream's state, because it belongs to the database that was replaced.
rmSync(join(dataDir, '.conference.db-litestream'), { recursive: true, force: true })
const litestream = findLitestream()
if (!litestream) log.warn('litestream is not installed: what came after the last backup is lost with this machine')
const server = [process.execPath, ...startFlags, builtServer]
const [program = '', ...args] = litestream
  ? [litestream, 'replicate', '-config', litestreamConfig, '-exec', server.map((part) => `'${part}'`).join(' ')]
  : server
const env = { ...startEnv, ...process.env, ...replicaEnv(dataDir, store, lease.epoch), [inPair]: '' }
// Starts the server in its own group, so that Ctrl-C reaches it once. A second signal would abort Litestream.
const child = spawn(program, args, { stdio: 'inherit', env, detached: true })
const tidy = () =>
  removeOldReplicas(bucket, lease.epoch).catch((error) => log.warn(loggedProblem(error), 'old replicas stay for now'))
void tidy()
setInterval(tidy, dayMs).unref()
let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (!isStopping) child.kill(signal)
    isStopping = true
  })
}
const [code] = await once(child, 'exit')
// Releases the lease only now, when the last registration is in the bucket.
const last = readOwnLease(dataDir)
if (isStopping && code === 0 && last)
  await withTimeout(releaseLease(bucket, last)).catch((error) => log.warn(loggedProblem(error)))
process.exit(code ?? 1)
