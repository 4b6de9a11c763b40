/** The holder of a bucket shows that it lives, and looks whether another machine has taken over. */
import { setTimeout as wait } from 'node:timers/promises'
import { createJob } from '../system/job.ts'
import { type Bucket, unsent } from './bucket.ts'
import { beatEvery, enterLease, type Held, keyOf, note, replacedBy, serializeLease, standbyKey, topLease } from './lease.ts'
import { NotThisMachine } from './not-this-machine.ts'

/** Milliseconds without the store after which a holder ends where another machine waits: before that one believes it gone. */
const ownPatience = 20_000

/** What a look at the bucket gives, unless that takes longer than may be waited for. */
export function inTime<T>(work: Promise<T>, milliseconds = 5000): Promise<T> {
  const tooLong = wait(milliseconds, undefined, { ref: false }).then(() => {
    throw new Error('the object store does not answer in time')
  })
  return Promise.race([work, tooLong])
}

export type LeaseKeeper = {
  /** Whether the bucket has just said that this machine holds it. Until then it puts no page there. */
  isSure(): boolean
  stop(): Promise<void>
}

type KeeperOptions = {
  bucket: Bucket
  dataDir: string
  /** Null where the store could not be asked yet. */
  held: Held | null
  /** Whether the store has just confirmed that. */
  isFresh?: boolean
  /** Called once, when this machine must not write any more. */
  onLost: (reason: string) => void
  every?: number
  patience?: number
}

/**
 * Shows that this machine lives, and looks whether another has taken over. A store that is away ends nothing, unless another
 * machine waits: then that one may hold the bucket by now.
 */
export function keepLease({
  bucket,
  dataDir,
  held: first,
  isFresh = false,
  onLost,
  every = beatEvery,
  patience = ownPatience,
}: KeeperOptions): LeaseKeeper {
  let held = first
  let beat = 0
  let standby = { tag: '', unchanged: 0 }
  let lastHeard = performance.now()
  let isConfirmed = isFresh
  let isOver = false

  async function look(signal: AbortSignal): Promise<void> {
    held ??= await enterLease(bucket, dataDir)
    const top = await topLease(bucket)
    if (top && top.epoch > held.epoch) throw replacedBy(top)
    if (signal.aborted) return
    beat += 1
    await bucket.put(keyOf(held.epoch), serializeLease(held.holder, beat), unsent)
    const tag = (await bucket.tag(standbyKey)) ?? ''
    standby = { tag, unchanged: tag === standby.tag ? standby.unchanged + 1 : 0 }
    // What was left by a machine that waits no more does not change.
    const hasStandby = tag !== '' && standby.unchanged < 6 && beat > 1
    if (hasStandby !== (held.hasStandby ?? false)) {
      held = { ...held, hasStandby }
      note(dataDir, held)
    }
  }

  const job = createJob({
    every,
    async work({ signal }) {
      // Before it has a number it may wait for another machine's sign of life.
      await (held ? inTime(look(signal)) : look(signal))
      lastHeard = performance.now()
      isConfirmed = true
    },
    onError(error) {
      const reason = error instanceof NotThisMachine ? error.message : null
      const isTooLong = held?.hasStandby && performance.now() - lastHeard >= patience
      if (reason === null && !isTooLong) return
      isOver = true
      void job.stop()
      onLost(reason ?? 'el almacén no responde, y otra máquina espera para tomar el relevo')
    },
  })

  job.start()
  return {
    isSure: () => isConfirmed && !isOver && performance.now() - lastHeard < 3 * every,
    async stop() {
      isOver = true
      const stopped = job.stop()
      if (!held) return
      const { epoch, holder } = held
      // After a sign of life that is on its way, which would undo it.
      const released = stopped.then(() => bucket.put(keyOf(epoch), serializeLease(holder, beat, true), unsent)).catch(() => {})
      await Promise.race([released, wait(2000, undefined, { ref: false })])
    },
  }
}
