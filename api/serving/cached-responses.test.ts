import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import { someEdit } from '../../data/testing.ts'
import { createTestApp } from '../testing.ts'
import { cacheResponses } from './cached-responses.ts'

/** `asked` lists the requests that reached the app. */
async function listening() {
  const test = await createTestApp({ isPublished: true, assets: { '_assets/app.1a2b.js': 'start()' } })
  await test.publisher.compress()
  // The listener must not replace the global Response by its own, which has no bytes().
  const asked: string[] = []
  const app = {
    fetch(request: Request) {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return test.app.fetch(request)
    },
  }
  const next = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer(cacheResponses(app, test.publisher.site, test.config.publicOrigin, next)).listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const { port } = address

  async function read(path: string, headers: Record<string, string> = {}) {
    const request = get({ port, path, headers, agent: false })
    const answer: IncomingMessage = (await once(request, 'response'))[0]
    const { date, 'x-request-id': number, ...rest } = answer.headers
    return { status: answer.statusCode, headers: rest, body: (await buffer(answer)).toString('base64') }
  }
  return { ...test, asked, read }
}

test.each(['br', 'gzip', 'identity'])('a cached response in %s equals the response of the app', async (encoding) => {
  const { read, asked, app, config } = await listening()
  for (const path of ['/', '/_assets/app.1a2b.js']) {
    const accept = { 'Accept-Encoding': encoding }
    const first = await read(path, accept)
    expect(await read(path, accept)).toEqual(first)
    const known = { ...accept, 'If-None-Match': String(first.headers.etag) }
    const unchanged = await read(path, known)
    expect([unchanged.status, unchanged.body]).toEqual([304, ''])
    const { 'x-request-id': _, ...headers } = Object.fromEntries(
      (await app.request(config.publicOrigin + path, { headers: known })).headers,
    )
    expect(unchanged.headers).toEqual({ ...headers, connection: 'close' })
  }
  expect(asked).toEqual(['GET /', 'GET /_assets/app.1a2b.js'])
})

test('passes requests for unknown pages and with old ETags on to the app', async () => {
  const { read, asked } = await listening()
  await read('/')
  expect((await read('/', { 'If-None-Match': '"old"' })).status).toBe(200)
  expect((await read('/', { 'If-None-Match': 'W/"old", *' })).status).toBe(304)
  expect((await read('/nada')).status).toBe(404)
  expect(asked).toEqual(['GET /', 'GET /', 'GET /', 'GET /nada'])
})

test('the cache answers a page with any query string', async () => {
  const { read, asked } = await listening()
  const first = await read('/')
  expect(await read('/?utm_source=boletin')).toEqual(first)
  expect(asked).toEqual(['GET /'])
})

test('after a publish, the cache has no older page', async () => {
  const { read, db, publisher } = await listening()
  for (const location of ['Antigua', 'Cobán', 'Xela']) {
    saveSection(db, 'hero', { location }, someEdit)
    await publisher.publish()
    const [first, ...rest] = await Promise.all(Array.from({ length: 20 }, () => read('/')))
    expect(Buffer.from(first?.body ?? '', 'base64').toString()).toContain(location)
    for (const answer of [...rest, await read('/')]) expect(answer).toEqual(first)
  }
})
