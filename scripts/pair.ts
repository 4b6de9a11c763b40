/**
 * npm run pair: serves the site, or waits to. The same on two machines with one bucket: the one that holds it serves, with
 * Litestream beside the process where that is installed; the other waits until the first shows no sign of life for 20 seconds, or
 * stops and gives it back, brings the newest replica or backup back, and serves. The first, when it comes again, waits.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeExpired } from '../api/backup/expire.ts'
import { BackupProblem } from '../api/backup/proof.ts'
import { readConfig } from '../api/config.ts'
import { openBucket } from '../api/store/bucket.ts'
import { heldHere, releaseLease } from '../api/store/lease.ts'
import { inTime } from '../api/store/lease-keeper.ts'
import { inPair } from '../api/store/open-lease.ts'
import { loggedProblem } from '../api/store/problem.ts'
import { takeTurn } from '../api/store/standby.ts'
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

/** What this machine has is from before: the newest in the bucket replaces it, once it has been checked. */
async function bringBack(): Promise<void> {
  const hasReplica = (await replicaEpochs(bucket)).length > 0
  if (hasReplica && !findLitestream())
    throw new BackupProblem('hay una réplica en el almacén, y litestream no está instalado aquí')
  // In this process: while it waits everything for it is loaded.
  await restoreFrom(config, hasReplica ? 'replica' : 's3')
}

/** The server that it starts does this with each backup; waiting, it makes none. */
async function tidyHere(): Promise<void> {
  const stuck = await removeExpired(dataDir)
  if (stuck.length > 0) log.error({ stuck }, 'what is 14 days old cannot be removed: whose is it?')
}

const tidying = createJob({
  work: tidyHere,
  every: hourMs,
  onError: (error) => log.error({ err: error }, 'old copies stay for now'),
})
tidying.start()
const held = await takeTurn({ bucket, dataDir, bringBack, log })
void tidying.stop()
// Its notes are about the database before.
rmSync(join(dataDir, '.conference.db-litestream'), { recursive: true, force: true })
const litestream = findLitestream()
if (!litestream) log.warn('litestream is not installed: what came after the last backup is lost with this machine')
const server = [process.execPath, ...startFlags, builtServer]
const [program = '', ...args] = litestream
  ? [litestream, 'replicate', '-config', litestreamConfig, '-exec', server.map((part) => `'${part}'`).join(' ')]
  : server
const env = { ...startEnv, ...process.env, ...replicaEnv(dataDir, store, held.epoch), [inPair]: '' }
// In a group of its own: it is told once to end, also where a terminal tells everybody. Told twice, Litestream breaks off.
const child = spawn(program, args, { stdio: 'inherit', env, detached: true })
const tidy = () =>
  removeOldReplicas(bucket, held.epoch).catch((error) => log.warn(loggedProblem(error), 'old replicas stay for now'))
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
// Only now is the last registration in the bucket, and another machine may bring it back.
const last = heldHere(dataDir)
if (isStopping && code === 0 && last) await inTime(releaseLease(bucket, last)).catch((error) => log.warn(loggedProblem(error)))
process.exit(code ?? 1)
