import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Bucket } from './bucket.ts'
import * as leases from './lease.ts'
import { keepLease, withTimeout } from './lease-keeper.ts'
import { loggedProblem } from './problem.ts'

type Options = {
  bucket: Bucket
  dataDir: string
  bringBack: () => Promise<void>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  everyMs?: number
  silenceMs?: number
  pauseMs?: number
}

const checksPerFullCheck = 10

export async function waitForLease(options: Options): Promise<leases.OwnLease> {
  const { bucket, dataDir, log, everyMs = 500, silenceMs = leases.silenceMs, pauseMs = silenceMs } = options
  let top: leases.Lease | null = null
  let lastSign = { sign: '', at: performance.now() }
  for (let look = 0; ; look++) {
    try {
      const isForAll: boolean = !top || look % checksPerFullCheck === 0
      top = await withTimeout(isForAll || !top ? leases.newestLease(bucket) : leases.leaseAt(bucket, top.epoch))
      const lease = leases.readOwnLease(dataDir)
      const isOurs = leases.isOwn(lease, top)
      // `isComplete` is true for the first machine, for the last holder, and for data that an operator restored.
      const isComplete = !lease?.isRestoring && (!top || isOurs || leases.isTakingOver(dataDir))
      const sign = top ? `${top.epoch} ${top.beat}` : ''
      if (sign !== lastSign.sign) lastSign = { sign, at: performance.now() }
      const isGone = performance.now() - lastSign.at > silenceMs
      if (isComplete || isOurs || !top || top.isReleased || isGone) {
        if (!isComplete) log.warn(`taking over: ${reasonFor(top, isOurs)}`)
        const newLease = await leases.takeLease(bucket, dataDir, (top?.epoch ?? 0) + 1, isComplete ? undefined : true)
        const complete = isComplete || !newLease ? newLease : await restore(options, newLease)
        if (complete) return complete
        top = null
        if (newLease) await wait(pauseMs)
      } else if (isForAll) {
        if (look === 0) log.info(`waiting: ${top.host} serves`)
        await leases.announceStandby(bucket, look)
      }
    } catch (error) {
      log.warn(loggedProblem(error), 'the object store does not answer')
      const lease = leases.readOwnLease(dataDir)
      if (lease && !lease.isRestoring && lease.hasStandby === undefined) {
        log.warn('serving without it: no other machine ever waited')
        return lease
      }
      // While the store did not answer, every holder looked silent, so the silence counts from now.
      top = null
      lastSign = { sign: '', at: performance.now() }
    }
    await wait(everyMs)
  }
}

function reasonFor(top: leases.Lease | null, isOurs: boolean): string {
  if (isOurs || !top) return 'what had been begun here was interrupted'
  return top.isReleased ? `${top.host} gave the site back` : `${top.host} shows no sign of life`
}

async function restore({ bucket, dataDir, bringBack, log }: Options, newLease: leases.OwnLease): Promise<leases.OwnLease | null> {
  let lost: string | null = null
  const onLost = (reason: string) => {
    lost = reason
  }
  const keeper = keepLease({ bucket, dataDir, lease: newLease, isRelease: false, onLost })
  let failure: unknown = null
  try {
    await bringBack()
    if (lost) failure = new Error(lost)
  } catch (error) {
    failure = error
  }
  // Waits for this machine's last heartbeat, because a later heartbeat would undo the following steps.
  await keeper.stop()
  if (!failure) return leases.confirmOwnLease(dataDir, leases.readOwnLease(dataDir) ?? newLease)
  log.error({ err: failure }, 'nothing was brought back from the bucket: this machine does not serve')
  if (!lost) await leases.releaseLease(bucket, newLease).catch(() => {})
  return null
}
