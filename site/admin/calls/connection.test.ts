import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { $isOffline, noteAnswer, noteNoAnswer } from './connection.ts'

afterEach(() => {
  $isOffline.set(false)
  cleanStores($isOffline)
  vi.unstubAllGlobals()
})

test.each([
  ['an answer to what was asked before the cut leaves it', false, false, true],
  ['a server on this very machine answers without any network', false, true, false],
  ['with a network an answer is enough', true, false, false],
])('%s', async (_, onLine, isLive, isOffline) => {
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

test('an answer to a trial that was on its way when the line was cut again leaves it cut', async () => {
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
