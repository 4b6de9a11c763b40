import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { type Bucket, openBucket, unsent } from './bucket.ts'
import {
  confirmOwnLease,
  enterLease,
  keyOf,
  newestLease,
  readOwnLease,
  releaseLease,
  serializeLease,
  takeLease,
  writeOwnLease,
} from './lease.ts'
import { waitForLease } from './standby.ts'
import { startTestStore } from './testing.ts'

const log = pino({ level: 'silent' })

/** The first machine has released its lease. The second machine has no data. */
async function givenBack() {
  const store = await startTestStore()
  const bucket = openBucket(store.config)
  const first = await enterLease(bucket, temporaryDir())
  await releaseLease(bucket, first)
  const dataDir = temporaryDir()
  const isWhole = () => existsSync(join(dataDir, 'whole'))
  const bringBack = async () => writeFileSync(join(dataDir, 'whole'), '')
  return {
    store,
    bucket,
    dataDir,
    isWhole,
    bringBack,
    options: { bucket, dataDir, bringBack, log, everyMs: 1, silenceMs: 50, pauseMs: 1 },
  }
}

/** Wraps the calls of a process that is killed at the step `last`. The call at that step and all later calls never end. */
function killedAt(last: number) {
  let calls = 0
  const never = new Promise<never>(() => {})
  const killed = Promise.withResolvers<'killed'>()
  function counted<A extends unknown[], T>(call: (...args: A) => Promise<T>) {
    return async (...args: A): Promise<T> => {
      calls += 1
      // Each call is two steps. An odd `last` kills the process before the call does anything, an even `last` after it.
      if (calls * 2 > last) return ends()
      const answer = await call(...args)
      return calls * 2 + 1 > last ? ends() : answer
    }
  }
  function ends(): Promise<never> {
    killed.resolve('killed')
    return never
  }
  const ofBucket = (bucket: Bucket): Bucket => ({
    ...bucket,
    put: counted(bucket.put),
    create: counted(bucket.create),
    text: counted(bucket.text),
    tag: counted(bucket.tag),
    list: counted(bucket.list),
  })
  return { counted, ofBucket, killed: killed.promise }
}

test('a server killed during a takeover restores all data at its next start', async () => {
  for (let last = 1, isOver = false; !isOver; last++) {
    const { bucket, dataDir, isWhole, bringBack, options } = await givenBack()
    const { counted, ofBucket, killed } = killedAt(last)
    const turn = waitForLease({ ...options, bucket: ofBucket(bucket), bringBack: counted(bringBack) })
    isOver = (await Promise.race([turn, killed])) !== 'killed'
    expect(last).toBeLessThan(100)
    // In this state, `npm start` refuses to start, and `npm run pair` continues.
    if (readOwnLease(dataDir) && !isWhole()) await expect(enterLease(bucket, dataDir)).rejects.toThrow('relevo a medias')
    const held = await waitForLease(options)
    expect([last, isWhole(), held.isRestoring]).toEqual([last, true, undefined])
    expect(await newestLease(bucket)).toMatchObject({ epoch: held.epoch, holder: held.holder })
  }
}, 60_000)

test('releases the lease after a failed restore of a backup, and retries', async () => {
  const { bucket, dataDir, isWhole, bringBack, options } = await givenBack()
  let tries = 0
  const released: unknown[] = []
  const bringBackThird = async () => {
    released.push((await newestLease(bucket))?.isReleased ?? false)
    tries += 1
    if (tries < 3) throw new Error('no room')
    await bringBack()
  }
  const held = await waitForLease({ ...options, bringBack: bringBackThird })
  expect([tries, isWhole(), held.epoch, released]).toEqual([3, true, 4, [false, false, false]])
  expect(readOwnLease(dataDir)).toEqual(held)
})

test('either the restarted server or its standby gets the lease, never both', async () => {
  const { bucket, options } = await givenBack()
  const here = temporaryDir()
  const held = await waitForLease({ ...options, dataDir: here })
  await releaseLease(bucket, held)
  const [again, other] = [waitForLease({ ...options, dataDir: here }), waitForLease(options)]
  const winner = await Promise.race([again, other])
  expect(await newestLease(bucket)).toMatchObject({ epoch: 3, holder: winner.holder })
})

test('a server with the newest data restores nothing from the bucket', async () => {
  const { options, dataDir } = await givenBack()
  const held = await waitForLease(options)
  const bringBack = () => Promise.reject(new Error('there is nothing to bring back'))
  expect(await waitForLease({ ...options, bringBack })).toEqual({ ...held, epoch: held.epoch + 1 })
  expect(readOwnLease(dataDir)?.epoch).toBe(held.epoch + 1)
})

test('a server with a copied data folder waits while the original server runs', async () => {
  const { bucket, dataDir, isWhole, options } = await givenBack()
  await waitForLease(options)
  rmSync(join(dataDir, 'whole'))
  const elsewhere = temporaryDir()
  cpSync(dataDir, elsewhere, { recursive: true })
  const held = await waitForLease({ ...options, dataDir: elsewhere })
  await bucket.put(keyOf(held.epoch), serializeLease(held.holder, 1), unsent)
  const here = await waitForLease(options)
  expect([isWhole(), here.epoch, here.holder === held.holder]).toEqual([true, held.epoch + 1, false])
})

test('a server that once had a standby waits for the object store before it serves', async () => {
  const { store, options, dataDir } = await givenBack()
  const held = await waitForLease(options)
  store.trouble.status = 503
  expect(await waitForLease(options)).toEqual(held)
  writeOwnLease(dataDir, { ...held, hasStandby: false })
  const waiting = waitForLease(options)
  const asked = store.asked.length
  await expect.poll(() => store.asked.length).toBeGreaterThan(asked + 5)
  store.trouble.status = null
  expect((await waiting).epoch).toBe(held.epoch + 1)
})

test('a server with an empty database does not start if the bucket has a backup', async () => {
  const { bucket, dataDir } = await givenBack()
  await bucket.put('private/replica/1/ltx/0/1', 'x', { type: '', cacheControl: '' })
  await expect(enterLease(bucket, dataDir, { isEmpty: true })).rejects.toThrow('está vacía')
  expect((await newestLease(bucket))?.epoch).toBe(1)
  confirmOwnLease(dataDir, (await takeLease(bucket, dataDir, 2)) ?? { epoch: 0, holder: '' })
  expect((await enterLease(bucket, dataDir, { isEmpty: true })).epoch).toBe(3)
})
