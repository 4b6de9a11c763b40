/** The holder of a bucket shows that it lives, and looks whether another has taken its place. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Bucket, unsent } from './bucket.ts'
import { beatEvery, enterLease, type Held, keyOf, note, replacedBy, standbyKey, topLease, written } from './lease.ts'
import { NotThisMachine } from './not-this-machine.ts'

/** A holder that cannot say that it lives ends before somebody else believes that it is gone, where somebody waits for that. */
const ownPatience = 20_000

/** What a look at the bucket gives, unless that takes longer than may be waited for. */
export async function inTime<T>(work: Promise<T>, milliseconds = 5000): Promise<T> {
  const late = new AbortController()
  const tooLong = wait(milliseconds, undefined, { ref: false, signal: late.signal }).then(() => {
    throw new Error('the object store does not answer in time')
  })
  tooLong.catch(() => {})
  try {
    return await Promise.race([work, tooLong])
  } finally {
    late.abort()
  }
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
 * Shows that this machine lives, and looks whether another has taken its place. A store that is away ends nothing, unless a
 * machine waits for this one's place: then it may have it by now.
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
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running = Promise.resolve()

  async function look(): Promise<void> {
    held ??= await enterLease(bucket, dataDir)
    const top = await topLease(bucket)
    if (top && top.epoch > held.epoch) throw replacedBy(top)
    if (isStopped) return
    beat += 1
    await bucket.put(keyOf(held.epoch), written(held.holder, beat), unsent)
    const tag = (await bucket.tag(standbyKey)) ?? ''
    standby = { tag, unchanged: tag === standby.tag ? standby.unchanged + 1 : 0 }
    // What was left by a machine that waits no more does not change.
    const hasStandby = tag !== '' && standby.unchanged < 6 && beat > 1
    if (hasStandby !== (held.hasStandby ?? false)) {
      held = { ...held, hasStandby }
      note(dataDir, held)
    }
  }

  async function run(): Promise<void> {
    try {
      // Before it has a number it may wait for another machine's sign of life.
      await (held ? inTime(look()) : look())
      lastHeard = performance.now()
      isConfirmed = true
    } catch (error) {
      if (isStopped) return
      const reason = error instanceof NotThisMachine ? error.message : null
      const isTooLong = held?.hasStandby && performance.now() - lastHeard >= patience
      if (reason !== null || isTooLong) {
        isStopped = true
        onLost(reason ?? 'el almacén no responde, y otra máquina espera para tomar el relevo')
      }
    }
    if (!isStopped) later(every)
  }

  function later(milliseconds: number): void {
    timer = setTimeout(() => {
      running = run()
    }, milliseconds).unref()
  }

  later(0)
  return {
    isSure: () => isConfirmed && !isStopped && performance.now() - lastHeard < 3 * every,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      if (!held) return
      const { epoch, holder } = held
      // After a sign of life that is on its way, which would take it back.
      const released = running.then(() => bucket.put(keyOf(epoch), written(holder, beat, true), unsent)).catch(() => {})
      await Promise.race([released, wait(2000, undefined, { ref: false })])
    },
  }
}
