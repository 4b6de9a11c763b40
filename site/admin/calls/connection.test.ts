import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { $isOffline, noteAnswer, noteNoAnswer } from './connection.ts'

afterEach(() => {
  $isOffline.set(false)
  cleanStores($isOffline)
  vi.unstubAllGlobals()
})

test.each([
  ['stays offline without a network, despite a response to an earlier request', false, false, true],
  ['comes online without a network if a server on this machine answers', false, true, false],
  ['comes online at the first response if there is a network', true, false, false],
])("the panel's connection state %s", async (_, onLine, isLive, isOffline) => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine })
  const trials = vi.fn(async () => {
    if (!isLive) throw new TypeError('Failed to fetch')
    return new Response()
  })
  vi.stubGlobal('fetch', trials)
  noteNoAnswer()
  noteAnswer()
  await expect.poll(() => $isOffline.get()).toBe(isOffline)
  expect(trials).toHaveBeenCalledTimes(onLine ? 0 : 1)
})

test('a late answer to a call sent before a network cut does not count as being online', async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: false })
  const { promise, resolve: arrive } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  noteNoAnswer()
  noteAnswer()
  noteNoAnswer()
  arrive(new Response())
  await promise
  await Promise.resolve()
  expect($isOffline.get()).toBe(true)
})
