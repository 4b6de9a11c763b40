import { setTimeout as wait } from 'node:timers/promises'
import { createJob } from '../system/job.ts'
import { type Bucket, unsent } from './bucket.ts'
import {
  beatEveryMs,
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

/** If a standby waits. Shorter than `silenceMs`, so that both never write. */
const holderPatienceMs = 14_000

export function inTime<T>(work: Promise<T>, milliseconds = 5000): Promise<T> {
  const tooLong = wait(milliseconds, undefined, { ref: false }).then(() => {
    throw new Error('the object store does not answer in time')
  })
  return Promise.race([work, tooLong])
}

/** One clock may stop, the other may be set. */
const elapsed = () => ({ steady: performance.now(), wall: Date.now() })
const since = ({ steady, wall }: ReturnType<typeof elapsed>) => Math.max(performance.now() - steady, Date.now() - wall)

export type LeaseKeeper = {
  /** Otherwise no page is put into the bucket. */
  isSure(): boolean
  /** False if another machine may have taken over. */
  mayWrite(): boolean
  stop(): Promise<void>
}

type KeeperOptions = {
  bucket: Bucket
  dataDir: string
  held: Held | null
  isFresh?: boolean
  isRelease?: boolean
  isEmpty?: boolean
  onLost: (reason: string) => void
  every?: number
  patience?: number
}

function standbyWatch(bucket: Bucket): () => Promise<boolean> {
  let standby = { tag: '', unchanged: 0 }
  return async () => {
    const tag = (await bucket.tag(standbyKey)) ?? ''
    standby = { tag, unchanged: tag === standby.tag ? standby.unchanged + 1 : 0 }
    // A standby that stopped leaves its sign unchanged.
    return tag !== '' && standby.unchanged < 6
  }
}

/** A late sign of life would undo the release. */
async function releaseAfter(stopped: Promise<void>, bucket: Bucket, lease: Held): Promise<void> {
  const released = stopped.then(() => releaseLease(bucket, lease)).catch(() => {})
  await Promise.race([released, wait(2000, undefined, { ref: false })])
}

/** Without an answer from the store it stops only if a standby waits. */
export function keepLease(options: KeeperOptions): LeaseKeeper {
  const { bucket, dataDir, held: first, isFresh = true, isRelease = true, isEmpty = false, onLost } = options
  const { every = beatEveryMs, patience = holderPatienceMs } = options
  let lease = first
  let beat = 0
  const seesStandby = standbyWatch(bucket)
  let lastLook = elapsed()
  let lastHeard = lastLook
  let isConfirmed = isFresh
  let isStill = false
  let isOver = false

  /** Another machine may have taken over. */
  function notice(): void {
    if (since(lastLook) < patience) return
    isStill = true
    isConfirmed = false
  }

  async function look(signal: AbortSignal): Promise<void> {
    if (!lease || !isConfirmed) {
      const entered = await enterLease(bucket, dataDir, { isEmpty })
      // An abandoned check may finish after a later one.
      if (!lease || entered.epoch > lease.epoch) lease = entered
    }
    const top = await topLease(bucket)
    if (top && top.epoch > lease.epoch) throw replacedBy(top)
    if (signal.aborted) return
    beat += 1
    await bucket.put(keyOf(lease.epoch), serializeLease(lease.holder, beat), unsent)
    const hasStandby = (await seesStandby()) && beat > 1
    if (signal.aborted) return
    if (hasStandby !== (lease.hasStandby ?? false)) {
      lease = { ...lease, hasStandby }
      note(dataDir, lease)
    }
  }

  const job = createJob({
    every,
    // Two attempts within `patience`.
    backoff: every / 10,
    async work({ signal }) {
      notice()
      const began = elapsed()
      lastLook = began
      await (lease ? inTime(look(signal)) : look(signal))
      lastHeard = began
      notice()
      if (since(began) >= patience) throw new Error('the machine stood still')
      isConfirmed = true
      isStill = false
    },
    onError(error) {
      const reason = error instanceof NotThisMachine ? error.message : null
      const isTooLong = lease?.hasStandby && since(lastHeard) >= patience
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
      return !isOver && !isStill && !(lease?.hasStandby && since(lastHeard) >= patience)
    },
    async stop() {
      isOver = true
      const stopped = job.stop()
      const last = lease
      if (!isRelease) await stopped
      else if (last) await releaseAfter(stopped, bucket, last)
    },
  }
}
