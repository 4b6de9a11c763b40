import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { call, createTestApp } from '../testing.ts'
import { rangeOf } from './serve.ts'
import { mp4, svg, upload } from './testing.ts'

async function withVideo(size = 1000) {
  const app = await createTestApp()
  const { address } = await upload(app, 'video.mp4', mp4(size))
  return { app, path: address.publicURL, get: (headers = {}) => call(app, `GET ${address.publicURL}`, { headers }) }
}

test('browsers may cache an upload for ever', async () => {
  const { get } = await withVideo()
  const { status, headers } = await get()
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  const again = await get({ 'If-None-Match': headers.get('ETag') })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('answers a Range request with the requested bytes of a video', async () => {
  const { get } = await withVideo()
  const part = await get({ Range: 'bytes=4-11' })
  expect([part.status, part.headers.get('Content-Range'), part.headers.get('Content-Length')]).toEqual([
    206,
    'bytes 4-11/1000',
    '8',
  ])
  expect(await part.text()).toBe('ftypisom')
})

test('a Range request with the ETag of an older file is answered with the whole file', async () => {
  const { get } = await withVideo()
  expect((await get({ Range: 'bytes=4-11', 'If-Range': '"another"' })).status).toBe(200)
  const etag = (await get()).headers.get('ETag')
  expect((await get({ Range: 'bytes=4-11', 'If-Range': etag })).status).toBe(206)
})

test('answers a Range outside the file with the size of the file', async () => {
  const { get } = await withVideo()
  const answer = await get({ Range: 'bytes=1000-' })
  expect([answer.status, answer.headers.get('Content-Range')]).toEqual([416, 'bytes */1000'])
})

test('sends SVG files compressed to browsers that accept compression', async () => {
  const app = await createTestApp()
  const drawn = svg.replace('</svg>', `${'<path d="M1 1L2 2"></path>'.repeat(200)}</svg>`)
  const { address } = await upload(app, 'logo.svg', drawn)
  const get = (headers: object) => call(app, `GET ${address.publicURL}`, { headers: { ...headers } })
  const forms = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, unpack] of Object.entries(forms)) {
    const answer = await get({ 'Accept-Encoding': encoding })
    const { headers } = answer
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([headers.get('Content-Encoding'), headers.get('Vary')]).toEqual([encoding, 'Accept-Encoding'])
    expect(Number(headers.get('Content-Length'))).toBe(bytes.length)
    expect(bytes.length).toBeLessThan(drawn.length / 3)
    expect(unpack(bytes).toString()).toBe(drawn)
  }
  const plain = await get({ 'Accept-Encoding': 'br;q=0' })
  expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, drawn])
  // Ranges refer to the uncompressed drawing, whose ETag is not that of the compressed form.
  const part = await get({ 'Accept-Encoding': 'br', Range: 'bytes=0-3' })
  expect([part.headers.get('Content-Encoding'), await part.text()]).toEqual([null, '<svg'])
  expect(part.headers.get('ETag')).not.toBe((await get({ 'Accept-Encoding': 'br' })).headers.get('ETag'))
})

test('answers HEAD for an upload with the headers of GET', async () => {
  const { app, path, get } = await withVideo()
  const head = await call(app, `HEAD ${path}`)
  expect(await head.text()).toBe('')
  const names = ['Content-Length', 'Content-Type', 'ETag', 'Accept-Ranges']
  const { headers } = await get()
  expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => headers.get(name)))
})

test('an SVG opened in a tab runs no script', async () => {
  const app = await createTestApp()
  const { address } = await upload(app, 'logo.svg', svg)
  const { headers } = await call(app, `GET ${address.publicURL}`)
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
})

test.each([
  '1700000000000-0123456789abcdef.webp',
  '..%2f..%2fconference.db',
  '%2e%2e%2f%2e%2e%2fconference.db',
  '..%5cconference.db',
  '.env',
  '%00',
  '',
  '1700000000000-0123456789abcdef',
])('answers /public-objects/%s with 404', async (name) => {
  const app = await createTestApp()
  expect((await call(app, `GET /public-objects/${name}`)).status).toBe(404)
})

test.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['items=0-5', null],
  ['bytes=a-b', null],
])('the header Range: %j for a file of 100 bytes requests the bytes %j', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range)
})
