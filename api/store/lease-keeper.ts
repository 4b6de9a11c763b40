/** The holder of a bucket shows that it lives, and looks whether another machine has taken over. */
import { setTimeout as wait } from 'node:timers/promises'
import { createJob } from '../system/job.ts'
import { type Bucket, unsent } from './bucket.ts'
import {
  beatEvery,
  enterLease,
  type Held,
  keyOf,
  note,
  releaseLease,
  replacedBy,
  serializeLease,
  standbyKey,
  topLease,
} from './lease.ts'
import { NotThisMachine } from './not-this-machine.ts'

/** Milliseconds without the store after which a holder ends where another machine waits: before that one believes it gone. */
const ownPatience = 14_000

/** What a look at the bucket gives, unless that takes longer than may be waited for. */
export function inTime<T>(work: Promise<T>, milliseconds = 5000): Promise<T> {
  const tooLong = wait(milliseconds, undefined, { ref: false }).then(() => {
    throw new Error('the object store does not answer in time')
  })
  return Promise.race([work, tooLong])
}

/** Both clocks: one may stand still with the machine, the other may be set. */
const elapsed = () => ({ steady: performance.now(), wall: Date.now() })
const since = ({ steady, wall }: ReturnType<typeof elapsed>) => Math.max(performance.now() - steady, Date.now() - wall)

export type LeaseKeeper = {
  /** Whether the bucket has just said that this machine holds it. Until then it puts no page there. */
  isSure(): boolean
  /**
   * Whether what is written here stays: false from when the bucket was not heard of for `patience` where another machine waits, or
   * this one stood still as long, until it has been heard of.
   */
  mayWrite(): boolean
  /** Shows no sign of life any more, and gives the bucket back unless somebody else does (`isRelease` of the options). */
  stop(): Promise<void>
}

type KeeperOptions = {
  bucket: Bucket
  dataDir: string
  /** Null where the store could not be asked yet. */
  held: Held | null
  /** Whether the store has just confirmed that. */
  isFresh?: boolean
  /** Whether `stop` gives the bucket back; left out, it does. */
  isRelease?: boolean
  /** Whether the database was empty at the start. */
  isEmpty?: boolean
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
  isFresh = true,
  isRelease = true,
  isEmpty = false,
  onLost,
  every = beatEvery,
  patience = ownPatience,
}: KeeperOptions): LeaseKeeper {
  let held = first
  let beat = 0
  let standby = { tag: '', unchanged: 0 }
  const begin = elapsed()
  /** When the last look that succeeded began, and the last of all. */
  let lastHeard = begin
  let lastLook = begin
  let isConfirmed = isFresh
  let isStill = false
  let isOver = false

  /** A machine that stood still does not know what became of the bucket meanwhile: another has it, or nobody looked. */
  function notice(): void {
    if (since(lastLook) < patience) return
    isStill = true
    isConfirmed = false
  }

  async function look(signal: AbortSignal): Promise<void> {
    if (!held || !isConfirmed) {
      const entered = await enterLease(bucket, dataDir, { isEmpty })
      // A look that was given up may come to its end after the next one.
      if (!held || entered.epoch > held.epoch) held = entered
    }
    const top = await topLease(bucket)
    if (top && top.epoch > held.epoch) throw replacedBy(top)
    if (signal.aborted) return
    beat += 1
    await bucket.put(keyOf(held.epoch), serializeLease(held.holder, beat), unsent)
    const tag = (await bucket.tag(standbyKey)) ?? ''
    standby = { tag, unchanged: tag === standby.tag ? standby.unchanged + 1 : 0 }
    // What was left by a machine that waits no more does not change.
    const hasStandby = tag !== '' && standby.unchanged < 6 && beat > 1
    if (signal.aborted) return
    if (hasStandby !== (held.hasStandby ?? false)) {
      held = { ...held, hasStandby }
      note(dataDir, held)
    }
  }

  const job = createJob({
    every,
    // Of a store that hangs there is time for two tries before `patience` is over.
    backoff: every / 10,
    async work({ signal }) {
      notice()
      const began = elapsed()
      lastLook = began
      // Before it has a number it may wait for another machine's sign of life.
      await (held ? inTime(look(signal)) : look(signal))
      // It may have stood still within.
      lastHeard = began
      notice()
      if (since(began) >= patience) throw new Error('the machine stood still')
      isConfirmed = true
      isStill = false
    },
    onError(error) {
      const reason = error instanceof NotThisMachine ? error.message : null
      const isTooLong = held?.hasStandby && since(lastHeard) >= patience
      if (reason === null && !isTooLong) return
      isOver = true
      void job.stop()
      onLost(reason ?? 'el almacén no responde, y otra máquina espera para tomar el relevo')
    },
  })

  job.start()
  return {
    isSure: () => isConfirmed && !isOver && since(lastHeard) < 3 * every,
    mayWrite() {
      notice()
      return !isOver && !isStill && !(held?.hasStandby && since(lastHeard) >= patience)
    },
    async stop() {
      isOver = true
      const stopped = job.stop()
      const last = held
      if (!isRelease) await stopped
      if (!last || !isRelease) return
      // After a sign of life that is on its way, which would undo it.
      const released = stopped.then(() => releaseLease(bucket, last)).catch(() => {})
      await Promise.race([released, wait(2000, undefined, { ref: false })])
    },
  }
}
