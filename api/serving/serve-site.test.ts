import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createPublisher } from '../publishing/publisher.ts'
import { call, createTestApp, dataIn, drawCard, log, wholePage } from '../testing.ts'

async function published() {
  const app = await createTestApp({ isPublished: true, assets: { '_assets/app.1a2b.js': 'start()', 'logo.png': 'png' } })
  await app.publisher.compress()
  return app
}

const headers = (answer: Response, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, answer.headers.get(name)]))

test('serves the landing page as HTML that browsers revalidate on each visit', async () => {
  const answer = await call(await published(), 'GET /')
  expect(answer.status).toBe(200)
  expect(headers(answer, 'Content-Type', 'Cache-Control', 'Content-Security-Policy', 'Vary')).toEqual({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Content-Security-Policy': "default-src 'none'",
    Vary: 'Accept-Encoding',
  })
})

test.each([
  ['/_assets/app.1a2b.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'start()'],
  ['/logo.png', 'image/png', 'public, max-age=0, must-revalidate', 'png'],
])('serves %s with its type and its cache time', async (path, type, cacheControl, text) => {
  const answer = await call(await published(), `GET ${path}`)
  expect([answer.status, await answer.text()]).toEqual([200, text])
  expect(headers(answer, 'Content-Type', 'Cache-Control')).toEqual({ 'Content-Type': type, 'Cache-Control': cacheControl })
})

describe('encodings of a response', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['identity', null],
    ['deflate', null],
    ['', null],
    [undefined, null],
  ])('a request with Accept-Encoding %j gets the encoding %j', async (accepted, encoding) => {
    const app = await published()
    const plain = Buffer.from(await (await call(app, 'GET /')).bytes())
    const answer = await call(app, 'GET /', { headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted } })
    const body = Buffer.from(await answer.bytes())
    expect(headers(answer, 'Content-Encoding', 'Content-Length')).toEqual({
      'Content-Encoding': encoding,
      'Content-Length': String(body.length),
    })
    const decode = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : Buffer.from
    expect(decode(body)).toEqual(plain)
  })
})

test('assets that the build compressed are served compressed', async () => {
  const { clientDir, ...app } = await published()
  const text = Buffer.from('start()')
  writeFileSync(join(clientDir, '_assets/app.1a2b.js.br'), brotliCompressSync(text))
  writeFileSync(join(clientDir, '_assets/app.1a2b.js.gz'), gzipSync(text))
  const { db, config } = app
  const publisher = await createPublisher({ db, config, clientDir, log, render: wholePage, drawCard })
  const { files } = publisher.site()
  expect([...files.keys()].toSorted()).toEqual(['/_assets/app.1a2b.js', '/logo.png'])
  expect(files.get('/_assets/app.1a2b.js')).toMatchObject({ body: text, br: brotliCompressSync(text), gzip: gzipSync(text) })
})

test('each content encoding has its own ETag', async () => {
  const app = await published()
  const etags = new Set<string>()
  for (const encoding of ['br', 'gzip', 'identity']) {
    const sent = { 'Accept-Encoding': encoding }
    const etag = (await call(app, 'GET /', { headers: sent })).headers.get('ETag') ?? ''
    etags.add(etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await call(app, 'GET /', { headers: { ...sent, 'If-None-Match': known } })
      expect([answer.status, await answer.text(), answer.headers.get('ETag')]).toEqual([304, '', etag])
    }
  }
  expect(etags.size).toBe(3)
})

test('a browser with the ETag of an older page gets the new page', async () => {
  const app = await published()
  const etag = (await call(app, 'GET /')).headers.get('ETag') ?? ''
  app.db.exec("INSERT INTO revisions (section, value, savedAt) SELECT 'segments', '{}', ''")
  app.pages.render = async (path, data) => wholePage(path, { ...data, timeZone: 'UTC' })
  await app.publisher.publish()
  const answer = await call(app, 'GET /', { headers: { 'If-None-Match': etag } })
  expect([answer.status, (await dataIn(answer)).timeZone]).toEqual([200, 'UTC'])
})

test.each(['/', '/logo.png', '/unknown'])('HEAD %s has the headers of GET, without the body', async (path) => {
  const app = await published()
  const [get, head] = [await call(app, `GET ${path}`), await call(app, `HEAD ${path}`)]
  expect(await head.text()).toBe('')
  const seen = ['ETag', 'Content-Type', 'Content-Length', 'Cache-Control', 'Content-Security-Policy']
  expect([head.status, headers(head, ...seen)]).toEqual([get.status, headers(get, ...seen)])
})

const hostile = [
  '/unknown',
  '/index.html',
  '/.env',
  '/%2e%2e/conference.db',
  '/..%2fconference.db',
  '/%2e%2e%2f%2e%2e%2fetc/passwd',
]
const stranger = [
  '//',
  '//evil.gt/',
  '/..%5cconference.db',
  '/%00',
  '/%',
  '/%ff',
  '/_assets/',
  '/_assets',
  '/LOGO.png',
  '/logo.png/',
]

test.each([...hostile, ...stranger])('answers %s with the 404 page, without looking in the file system', async (path) => {
  const answer = await call(await published(), `GET ${path}`)
  expect(answer.status).toBe(404)
  expect(headers(answer, 'Content-Type', 'Cache-Control')).toEqual({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, max-age=0, must-revalidate',
  })
  expect(await answer.text()).toContain('<h1>/404</h1>')
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH'] as const)(
  'a %s request for a page is answered with the 404 page',
  async (method) => {
    expect((await call(await published(), `${method} /`)).status).toBe(404)
  },
)

test('never answers 304 for the 404 page', async () => {
  const app = await published()
  const etag = (await call(app, 'GET /unknown')).headers.get('ETag') ?? ''
  expect((await call(app, 'GET /unknown', { headers: { 'If-None-Match': etag } })).status).toBe(404)
})

test('before the first publish, visitors get a message in plain text', async () => {
  const answer = await call(await createTestApp(), 'GET /')
  expect([answer.status, await answer.text()]).toEqual([404, 'Page Not Found'])
})
