/** What a machine does until it may serve: it waits behind the one that does, and takes over when that is gone or gives back. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Bucket } from './bucket.ts'
import * as leases from './lease.ts'
import { inTime, keepLease } from './lease-keeper.ts'
import { loggedProblem } from './problem.ts'

type Options = {
  bucket: Bucket
  dataDir: string
  /** Replaces what is here by the newest in the bucket, and resolves when that has been checked. */
  bringBack: () => Promise<void>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Milliseconds between looks whether the bucket was given back. */
  every?: number
  /** Milliseconds without a sign of life until the machine that has the bucket counts as gone. */
  silence?: number
  /** Milliseconds from a failure of `bringBack` to the next try. */
  pause?: number
}

/** Of so many looks one is for all that may have changed, and says that this machine waits. */
const looksForAll = 10

/**
 * Waits for this machine's turn and returns the lease under which it writes. What is here is complete then: it was served
 * here last, or restored by hand, or has been brought back now. Interrupted in between, the next call begins that again.
 */
export async function takeTurn(options: Options): Promise<leases.Held> {
  const { bucket, dataDir, log, every = 500, silence = leases.silence, pause = silence } = options
  let top: leases.Lease | null = null
  let seen = { sign: '', at: performance.now() }
  for (let look = 0; ; look++) {
    try {
      const isForAll: boolean = !top || look % looksForAll === 0
      top = await inTime(isForAll || !top ? leases.topLease(bucket) : leases.leaseAt(bucket, top.epoch))
      const held = leases.heldHere(dataDir)
      const isOurs = leases.isOwn(held, top)
      // Nobody was before, or it was this machine, or somebody has just restored here, who knows that the other is gone.
      const isComplete = !held?.isRestoring && (!top || isOurs || leases.isTakingOver(dataDir))
      const sign = top ? `${top.epoch} ${top.beat}` : ''
      if (sign !== seen.sign) seen = { sign, at: performance.now() }
      const isGone = performance.now() - seen.at > silence
      if (isComplete || isOurs || !top || top.isReleased || isGone) {
        if (!isComplete) log.warn(`taking over: ${reasonFor(top, isOurs)}`)
        const taken = await leases.takeLease(bucket, dataDir, (top?.epoch ?? 0) + 1, isComplete ? undefined : true)
        const complete = isComplete || !taken ? taken : await restore(options, taken)
        if (complete) return complete
        // Somebody else was quicker, or nothing could be brought back.
        top = null
        if (taken) await wait(pause)
      } else if (isForAll) {
        if (look === 0) log.info(`waiting: ${top.host} serves`)
        await leases.announceStandby(bucket, look)
      }
    } catch (error) {
      log.warn(loggedProblem(error), 'the object store does not answer')
      const held = leases.heldHere(dataDir)
      if (held && !held.isRestoring && held.hasStandby === undefined) {
        log.warn('serving without it: no other machine ever waited')
        return held
      }
      // What is not heard of cannot be told from what is gone: the silence begins anew.
      top = null
      seen = { sign: '', at: performance.now() }
    }
    await wait(every)
  }
}

function reasonFor(top: leases.Lease | null, isOurs: boolean): string {
  if (isOurs || !top) return 'what had been begun here was interrupted'
  return top.isReleased ? `${top.host} gave the site back` : `${top.host} shows no sign of life`
}

/** Brings back what the bucket has, under a lease that shows signs of life meanwhile. Null when that failed: it is given back then. */
async function restore({ bucket, dataDir, bringBack, log }: Options, taken: leases.Held): Promise<leases.Held | null> {
  let lost: string | null = null
  const onLost = (reason: string) => {
    lost = reason
  }
  const keeper = keepLease({ bucket, dataDir, held: taken, isRelease: false, onLost })
  let failure: unknown = null
  try {
    await bringBack()
    if (lost) failure = new Error(lost)
  } catch (error) {
    failure = error
  }
  // Before anything is noted or given back: a sign of life that is on its way would undo that.
  await keeper.stop()
  if (!failure) return leases.holdHere(dataDir, leases.heldHere(dataDir) ?? taken)
  log.error({ err: failure }, 'nothing was brought back from the bucket: this machine does not serve')
  if (!lost) await leases.releaseLease(bucket, taken).catch(() => {})
  return null
}
