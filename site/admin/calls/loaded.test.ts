import { cleanStores } from 'nanostores'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLoaded } from './loaded.ts'

function controlled(freshForMs?: number) {
  const requests: PromiseWithResolvers<string>[] = []
  const { $loaded, load, change } = createLoaded(
    () => {
      const request = Promise.withResolvers<string>()
      requests.push(request)
      return request.promise
    },
    { freshForMs },
  )
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return {
    $loaded,
    load,
    change,
    requests,
    answer: async (index: number, text: string) => {
      requests[index]?.resolve(text)
      await settled()
    },
    fail: async (index: number, error: Error) => {
      requests[index]?.reject(error)
      await settled()
    },
  }
}

test('requests data only when it is first shown', () => {
  const { $loaded, requests } = controlled()
  expect(requests).toHaveLength(0)
  $loaded.listen(() => {})
  expect(requests).toHaveLength(1)
})

test('ignores the response to an older request once a newer response has arrived', async () => {
  const { $loaded, load, answer } = controlled()
  $loaded.listen(() => {})
  void load()
  await answer(1, 'new')
  await answer(0, 'old')
  expect($loaded.get()).toEqual({ data: 'new' })
})

test('a reload that is requested while another reload runs is also sent', async () => {
  const { $loaded, load, requests, answer } = controlled()
  $loaded.listen(() => {})
  void load()
  void load()
  expect(requests).toHaveLength(3)
  await answer(2, 'both saves')
  await answer(1, 'first save')
  expect($loaded.get()).toEqual({ data: 'both saves' })
})

test('ignores the response to a request that was sent before a local change', async () => {
  const { $loaded, load, change, answer } = controlled()
  $loaded.listen(() => {})
  await answer(0, 'a')
  void load()
  change((text) => `${text}b`)
  await answer(1, 'a')
  expect($loaded.get()).toEqual({ data: 'ab' })
})

test('a failed reload keeps the old data and shows an error until a reload succeeds', async () => {
  const { $loaded, load, answer, fail } = controlled()
  $loaded.listen(() => {})
  await answer(0, 'a')
  const error = new Error('503')
  void load()
  await fail(1, error)
  expect($loaded.get()).toEqual({ data: 'a', error })
  void load()
  await answer(2, 'b')
  expect($loaded.get()).toEqual({ data: 'b' })
})

test('loads outdated data again the next time that it is shown', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { $loaded, requests, answer } = controlled(1000)
  const show = () => $loaded.listen(() => {})
  show()
  await answer(0, 'a')
  cleanStores($loaded)
  vi.advanceTimersByTime(999)
  show()
  expect(requests).toHaveLength(1)
  cleanStores($loaded)
  vi.advanceTimersByTime(1)
  show()
  expect(requests).toHaveLength(2)
  expect($loaded.get()).toEqual({ data: 'a' })
})

test('loads data again if it is shown again after an error', async () => {
  const { $loaded, requests, fail } = controlled(Number.POSITIVE_INFINITY)
  $loaded.listen(() => {})
  await fail(0, new Error('503'))
  cleanStores($loaded)
  $loaded.listen(() => {})
  expect(requests).toHaveLength(2)
})
