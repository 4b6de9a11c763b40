import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryJob } from './memory.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

const megabyte = 1024 * 1024

/** Garbage collections leave 30 MB. */
function startJob(usedMegabytes: number) {
  const state = { requests: 0, used: usedMegabytes, collections: 0 }
  const collect = () => {
    state.collections += 1
    state.used = 30
  }
  const onError = (error: unknown) => expect.unreachable(String(error))
  const job = createMemoryJob({ requestCount: () => state.requests, collect, usedBytes: () => state.used * megabyte, onError })
  onTestFinished(() => job.stop())
  job.start()
  return state
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('collects garbage only when no request came for five seconds', async () => {
  const state = startJob(60)
  for (let second = 0; second < 30; second++) {
    state.requests += 1
    await pass(1)
  }
  expect(state.collections).toBe(0)
  await pass(10)
  expect(state.collections).toBe(1)
})

test('collects garbage again only after 16 MB were added', async () => {
  const state = startJob(60)
  await pass(60)
  expect(state.collections).toBe(1)
  state.used = 45
  await pass(60)
  expect(state.collections).toBe(1)
  state.used = 46
  await pass(60)
  expect(state.collections).toBe(2)
})

test('runs without the flag that allows to collect garbage', async () => {
  const errors: unknown[] = []
  const job = createMemoryJob({ requestCount: () => 0, collect: undefined, onError: (error) => errors.push(error) })
  onTestFinished(() => job.stop())
  job.start()
  await pass(60)
  expect(errors).toEqual([])
})
