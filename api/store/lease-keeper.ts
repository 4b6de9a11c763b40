import { setTimeout as wait } from 'node:timers/promises'
import { createJob } from '../system/job.ts'
import { type Bucket, unsent } from './bucket.ts'
import {
  beatEveryMs,
  enterLease,
  keyOf,
  NotThisMachine,
  newestLease,
  type OwnLease,
  releaseLease,
  replacedBy,
  serializeLease,
  standbyKey,
  writeOwnLease,
} from './lease.ts'

/** Shorter than `silenceMs`, so that two machines never write at the same time. */
const holderTimeoutMs = 14_000

export function withTimeout<T>(work: Promise<T>, timeoutMs = 5000): Promise<T> {
  const tooLong = wait(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error('the object store does not answer in time')
  })
  return Promise.race([work, tooLong])
}

/** `msSince` uses the larger difference. The steady clock may stop while the machine sleeps, and the wall clock may be set. */
const bothClocks = () => ({ steady: performance.now(), wall: Date.now() })
const msSince = ({ steady, wall }: ReturnType<typeof bothClocks>) => Math.max(performance.now() - steady, Date.now() - wall)

export type LeaseKeeper = {
  isSure(): boolean
  mayWrite(): boolean
  stop(): Promise<void>
}

type KeeperOptions = {
  bucket: Bucket
  dataDir: string
  lease: OwnLease | null
  isFresh?: boolean
  isRelease?: boolean
  isEmpty?: boolean
  onLost: (reason: string) => void
  everyMs?: number
  timeoutMs?: number
}

function standbyWatch(bucket: Bucket): () => Promise<boolean> {
  let standby = { tag: '', unchanged: 0 }
  return async () => {
    const tag = (await bucket.tag(standbyKey)) ?? ''
    standby = { tag, unchanged: tag === standby.tag ? standby.unchanged + 1 : 0 }
    return tag !== '' && standby.unchanged < 6
  }
}

/** Waits for the last heartbeat before the release, because a later heartbeat would undo the release. */
async function releaseAfter(stopped: Promise<void>, bucket: Bucket, lease: OwnLease): Promise<void> {
  const released = stopped.then(() => releaseLease(bucket, lease)).catch(() => {})
  await Promise.race([released, wait(2000, undefined, { ref: false })])
}

/** If the store does not answer, this machine stops writing only if a standby waits or the process stood still. */
export function keepLease(options: KeeperOptions): LeaseKeeper {
  const { bucket, dataDir, lease: firstLease, isFresh = true, isRelease = true, isEmpty = false, onLost } = options
  const { everyMs = beatEveryMs, timeoutMs = holderTimeoutMs } = options
  let lease = firstLease
  let beat = 0
  const seesStandby = standbyWatch(bucket)
  let lastLook = bothClocks()
  let lastHeard = lastLook
  let isConfirmed = isFresh
  let isStill = false
  let isOver = false

  /** If the process stood still, another machine may have taken over, so the lease must be confirmed again. */
  function noticeStandstill(): void {
    if (msSince(lastLook) < timeoutMs) return
    isStill = true
    isConfirmed = false
  }

  async function look(signal: AbortSignal): Promise<void> {
    if (!lease || !isConfirmed) {
      const entered = await enterLease(bucket, dataDir, { isEmpty })
      // A later check may have finished before this one. Its lease has a higher number and must stay.
      if (!lease || entered.epoch > lease.epoch) lease = entered
    }
    const top = await newestLease(bucket)
    if (top && top.epoch > lease.epoch) throw replacedBy(top)
    if (signal.aborted) return
    beat += 1
    await bucket.put(keyOf(lease.epoch), serializeLease(lease.holder, beat), unsent)
    const hasStandby = (await seesStandby()) && beat > 1
    if (signal.aborted) return
    if (hasStandby !== (lease.hasStandby ?? false)) {
      lease = { ...lease, hasStandby }
      writeOwnLease(dataDir, lease)
    }
  }

  const job = createJob({
    everyMs,
    firstBackoffMs: everyMs / 10,
    async work({ signal }) {
      noticeStandstill()
      const began = bothClocks()
      lastLook = began
      await (lease ? withTimeout(look(signal)) : look(signal))
      lastHeard = began
      noticeStandstill()
      if (msSince(began) >= timeoutMs) throw new Error('the machine stood still')
      isConfirmed = true
      isStill = false
    },
    onError(error) {
      const reason = error instanceof NotThisMachine ? error.message : null
      const isTooLong = lease?.hasStandby && msSince(lastHeard) >= timeoutMs
      if (reason === null && !isTooLong) return
      isOver = true
      void job.stop()
      onLost(reason ?? 'el almacén no responde, y otra máquina espera para tomar el relevo')
    },
  })

  job.start()
  return {
    isSure: () => isConfirmed && !isOver && msSince(lastHeard) < 3 * everyMs,
    mayWrite() {
      noticeStandstill()
      return !isOver && !isStill && !(lease?.hasStandby && msSince(lastHeard) >= timeoutMs)
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
