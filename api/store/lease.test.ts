import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { openBucket } from './bucket.ts'
import { announceStandby, enterLease, newestLease, readOwnLease, takeLease, takeOverAtNextStart, writeOwnLease } from './lease.ts'
import { keepLease } from './lease-keeper.ts'
import { openLease } from './open-lease.ts'
import { startTestStore } from './testing.ts'

async function machines() {
  const store = await startTestStore()
  return { store, bucket: openBucket(store.config), here: temporaryDir(), elsewhere: temporaryDir() }
}

test('each start of the server takes the next lease number', async () => {
  const { bucket, here } = await machines()
  const held = await enterLease(bucket, here)
  expect(held.epoch).toBe(1)
  expect(await enterLease(bucket, here)).toEqual({ ...held, epoch: 2 })
})

test('if two servers take over at once, only one of them gets the lease', async () => {
  const { bucket, here, elsewhere } = await machines()
  const taken = await Promise.all([takeLease(bucket, here, 7), takeLease(bucket, elsewhere, 7)])
  expect(taken.filter((held) => held !== null)).toHaveLength(1)
})

test('a server that another server has replaced does not start', async () => {
  const { bucket, here, elsewhere } = await machines()
  await enterLease(bucket, here)
  await takeLease(bucket, elsewhere, 2)
  await expect(enterLease(bucket, here)).rejects.toThrow('tomó el relevo')
})

test('a server does not start after a copy of its data folder has taken over elsewhere', async () => {
  const { bucket, here, elsewhere } = await machines()
  await enterLease(bucket, here)
  cpSync(here, elsewhere, { recursive: true })
  const held = await enterLease(bucket, elsewhere)
  const keeper = keepLease({ bucket, dataDir: elsewhere, lease: held, onLost: () => {}, everyMs: 5 })
  await expect.poll(async () => (await newestLease(bucket))?.beat).toBeGreaterThan(0)
  await expect(enterLease(bucket, here)).rejects.toThrow('tomó el relevo')
  await keeper.stop()
  await expect(enterLease(bucket, here)).rejects.toThrow('tomó el relevo')
  expect((await enterLease(bucket, elsewhere)).epoch).toBe(3)
})

test('a server killed while starting takes the next unused lease number afterwards', async () => {
  const { bucket, here } = await machines()
  const held = await enterLease(bucket, here)
  await enterLease(bucket, here)
  writeOwnLease(here, held)
  expect(await enterLease(bucket, here)).toEqual({ ...held, epoch: 3 })
})

test('a late answer from the bucket does not overwrite a newer lease number on the disk', async () => {
  const { bucket, here } = await machines()
  await enterLease(bucket, here)
  const mayEnd = Promise.withResolvers<void>()
  const isTaken = Promise.withResolvers<void>()
  const create: typeof bucket.create = async (...args) => {
    const isCreated = await bucket.create(...args)
    isTaken.resolve()
    await mayEnd.promise
    return isCreated
  }
  const late = takeLease({ ...bucket, create }, here, 2)
  await isTaken.promise
  const held = await enterLease(bucket, here)
  mayEnd.resolve()
  expect([(await late)?.epoch, held.epoch, readOwnLease(here)?.epoch]).toEqual([2, 3, 3])
})

test('a second server refuses to start while another server holds the lease', async () => {
  const { bucket, here, elsewhere } = await machines()
  const held = await enterLease(bucket, here)
  const keeper = keepLease({ bucket, dataDir: here, lease: held, onLost: () => {}, everyMs: 50 })
  await expect(enterLease(bucket, elsewhere, { watchMs: 6000 })).rejects.toThrow('atiende este sitio ahora')
  await keeper.stop()
  expect((await enterLease(bucket, elsewhere)).epoch).toBe(2)
}, 30_000)

test('a late heartbeat does not take back a released lease', async () => {
  const { bucket, here } = await machines()
  const held = await enterLease(bucket, here)
  const onItsWay = Promise.withResolvers<void>()
  const mayArrive = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const put: typeof bucket.put = async (key, body, sent) => {
    const isBeat = !String(body).includes('isReleased')
    if (isBeat) onItsWay.resolve()
    if (isBeat) await mayArrive.promise
    await bucket.put(key, body, sent)
    if (isBeat) arrived.resolve()
  }
  const onLost = vi.fn()
  const keeper = keepLease({ bucket: { ...bucket, put }, dataDir: here, lease: held, onLost })
  await onItsWay.promise
  const stopped = keeper.stop()
  setTimeout(mayArrive.resolve, 100)
  await Promise.all([stopped, arrived.promise])
  expect(await newestLease(bucket)).toMatchObject({ epoch: 1, isReleased: true })
  expect(onLost).not.toHaveBeenCalled()
})

test('a server started with the order to take over does not wait for the lease', async () => {
  const { bucket, here, elsewhere } = await machines()
  await enterLease(bucket, here)
  takeOverAtNextStart(elsewhere)
  expect((await enterLease(bucket, elsewhere)).epoch).toBe(2)
  expect(existsSync(join(elsewhere, 'take-over'))).toBe(false)
})

test('stops a server that another server has replaced', async () => {
  const { bucket, here, elsewhere } = await machines()
  const held = await enterLease(bucket, here)
  const onLost = vi.fn()
  const keeper = keepLease({ bucket, dataDir: here, lease: held, onLost, everyMs: 5 })
  onTestFinished(keeper.stop)
  await expect.poll(async () => (await newestLease(bucket))?.beat).toBeGreaterThan(1)
  expect(onLost).not.toHaveBeenCalled()
  await takeLease(bucket, elsewhere, 2)
  await expect.poll(() => onLost).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('tomó el relevo'))
})

test('a server without a standby keeps running if the object store fails', async () => {
  const { store, bucket, here } = await machines()
  const held = await enterLease(bucket, here)
  const onLost = vi.fn()
  const keeper = keepLease({ bucket, dataDir: here, lease: held, onLost, everyMs: 5, timeoutMs: 50 })
  onTestFinished(keeper.stop)
  store.trouble.status = 503
  const asked = store.asked.length
  await expect.poll(() => store.asked.length).toBeGreaterThan(asked + 30)
  expect(onLost).not.toHaveBeenCalled()
})

test('a server with a standby stops if the object store fails', async () => {
  const { store, bucket, here } = await machines()
  const held = await enterLease(bucket, here)
  const onLost = vi.fn()
  const keeper = keepLease({ bucket, dataDir: here, lease: held, onLost, everyMs: 5, timeoutMs: 50 })
  onTestFinished(keeper.stop)
  let beat = 0
  const isSeen = async () => {
    await announceStandby(bucket, ++beat)
    return readOwnLease(here)?.hasStandby
  }
  await expect.poll(isSeen).toBe(true)
  store.trouble.status = 503
  await expect.poll(() => onLost).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('no responde'))
  await expect(openLease(store.config, { dataDir: here, onLost: () => {} })).rejects.toThrow('no se puede saber si otra máquina')
})

test('a server that starts while the object store fails copies nothing to the object store', async () => {
  const { store, here } = await machines()
  store.trouble.status = 503
  const keeper = await openLease(store.config, { dataDir: here, onLost: () => {} })
  onTestFinished(keeper.stop)
  expect([readOwnLease(here), keeper.isSure()]).toEqual([null, false])
})

test('a server that wakes from suspension writes nothing before renewing its lease', async () => {
  const { store, bucket, here, elsewhere } = await machines()
  const held = await enterLease(bucket, here)
  const onLost = vi.fn()
  const keeper = keepLease({ bucket, dataDir: here, lease: held, onLost, everyMs: 20 })
  onTestFinished(keeper.stop)
  await expect.poll(keeper.isSure).toBe(true)
  expect(keeper.mayWrite()).toBe(true)
  const now = Date.now
  const stalled = vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
  onTestFinished(() => stalled.mockRestore())
  store.trouble.status = 503
  expect(keeper.mayWrite()).toBe(false)
  // The server keeps running, because no standby is known. It writes nothing until the store answers.
  expect([onLost.mock.calls.length, keeper.mayWrite()]).toEqual([0, false])
  store.trouble.status = null
  await expect.poll(keeper.mayWrite).toBe(true)
  expect((await newestLease(bucket))?.epoch).toBe(2)
  await takeLease(bucket, elsewhere, 3)
  await expect.poll(() => onLost).toHaveBeenCalledOnce()
  expect(keeper.mayWrite()).toBe(false)
})

test('a server with a standby refuses writes as soon as the object store fails', async () => {
  const { store, bucket, here } = await machines()
  const held = await enterLease(bucket, here)
  const keeper = keepLease({
    bucket,
    dataDir: here,
    lease: { ...held, hasStandby: true },
    onLost: () => {},
    everyMs: 20,
    timeoutMs: 2000,
  })
  onTestFinished(keeper.stop)
  store.trouble.status = 503
  expect(keeper.mayWrite()).toBe(true)
  await expect.poll(keeper.mayWrite).toBe(false)
})
