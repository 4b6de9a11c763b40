/**
 * npm run pair: serves the site, or waits to. The same on two machines with one bucket: the one that holds it serves, with
 * Litestream beside the process where that is installed; the other waits until the first shows no sign of life for half a minute,
 * brings the newest replica or backup back, and serves. The first, when it comes again, waits.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../api/config.ts'
import { openBucket } from '../api/store/bucket.ts'
import { announceStandby, beatEvery, heldHere, holdHere, isTakingOver, silence, takeLease, topLease } from '../api/store/lease.ts'
import { loggedProblem } from '../api/store/problem.ts'
import { builtServer, root } from '../api/system/root.ts'
import { findLitestream, litestreamConfig, removeOldReplicas, replicaEnv } from './litestream.ts'

const config = readConfig(process.env)
const { dataDir, store } = config
if (!store) {
  console.error('Para dos máquinas hace falta un almacén: configura S3_ENDPOINT y las demás variables (deploy/README.md).')
  process.exit(1)
}
const log = pino()
const bucket = openBucket(store)
mkdirSync(dataDir, { recursive: true, mode: 0o700 })

/** Waits for this machine's turn; returns the number with which it writes. */
async function turn(): Promise<number> {
  let seen = { tag: '', at: performance.now() }
  for (let beat = 1; ; beat++) {
    try {
      const top = await topLease(bucket)
      const held = heldHere(dataDir)
      if (top && held?.holder === top.holder) return top.epoch
      // Nobody was before, or somebody has just restored here, who knows that the other is gone.
      const isFree = !top || isTakingOver(dataDir)
      const first = isFree && (await takeLease(bucket, dataDir, (top?.epoch ?? 0) + 1))
      if (first) return first.epoch
      if (!top) continue
      if (top.tag !== seen.tag) seen = { tag: top.tag, at: performance.now() }
      if (beat === 1) log.info(`waiting: ${top.host} serves`)
      if (performance.now() - seen.at > silence) {
        log.warn(`${top.host} shows no sign of life: taking over`)
        const taken = await takeLease(bucket, dataDir, top.epoch + 1)
        if (taken) {
          bringBack()
          holdHere(dataDir, taken)
          return taken.epoch
        }
      }
      await announceStandby(bucket, beat)
    } catch (error) {
      log.warn(loggedProblem(error), 'the object store does not answer')
      // What is not heard of cannot be told from what is gone: the silence begins anew.
      seen = { tag: '', at: performance.now() }
    }
    await wait(beatEvery / 2)
  }
}

/** What this machine has is from before: the newest in the bucket replaces it. */
function bringBack(): void {
  for (const from of findLitestream() ? ['replica', 's3'] : ['s3']) {
    const { status } = spawnSync(process.execPath, [join(root, 'scripts/restore.ts'), from], { stdio: 'inherit' })
    if (status === 0) return
  }
  throw new Error('Nothing could be brought back from the bucket.')
}

const epoch = await turn()
// Its notes are about the database before.
rmSync(join(dataDir, '.conference.db-litestream'), { recursive: true, force: true })
const litestream = findLitestream()
if (!litestream) log.warn('litestream is not installed: what came after the last backup is lost with this machine')
const server = [process.execPath, builtServer]
const [program = '', ...args] = litestream
  ? [litestream, 'replicate', '-config', litestreamConfig, '-exec', server.map((part) => `'${part}'`).join(' ')]
  : server
const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...replicaEnv(dataDir, store, epoch) } })
const tidy = () => removeOldReplicas(bucket, epoch).catch((error) => log.warn(loggedProblem(error), 'old replicas stay for now'))
void tidy()
setInterval(tidy, 24 * 60 * 60 * 1000).unref()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
