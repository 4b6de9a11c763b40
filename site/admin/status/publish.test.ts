import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { api } from '../calls/client.ts'
import { $isOffline } from '../calls/connection.ts'
import { $published } from './publish.ts'

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
})

afterEach(() => {
  // Stops listening before the window of the test is gone.
  cleanStores($isOffline)
  vi.unstubAllGlobals()
})

test('after two quick saves shows the publishing status of the second save', async () => {
  let revision = 1
  const status = () => Response.json({ revision, savedRevision: revision, publishedAt: null, error: null })
  const requests: PromiseWithResolvers<void>[] = []
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'PUT') return Response.json({}, { headers: { 'X-Published-Revision': String(++revision) } })
    // As on a real server, the status is computed when the request arrives, not when the response does.
    const answer = status()
    const onItsWay = Promise.withResolvers<void>()
    requests.push(onItsWay)
    await onItsWay.promise
    return answer
  })
  const arrive = () => {
    for (const { resolve } of requests) resolve()
    return new Promise((resolve) => setTimeout(resolve))
  }

  onTestFinished($published.listen(() => {}))
  await arrive()
  const save = () => api.hero.$put({ json: {} })
  await save()
  await save()
  await arrive()
  expect($published.get().data?.revision).toBe(3)
})
