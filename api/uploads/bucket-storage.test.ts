import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startTestStore } from '../store/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import { cleanUploads } from './clean.ts'
import { askAddress, filesOf, mp4, nothing, send, svg, upload } from './testing.ts'

async function appWithStore(publicUrl: string | null = null) {
  const store = await startTestStore()
  const app = await createTestApp({ config: { store: { ...store.config, publicUrl } } })
  return { app, store }
}

test('stores an upload in the bucket with its type, and deletes it from the disk', async () => {
  const { app, store } = await appWithStore()
  const { answer, address } = await upload(app, 'video.mp4', mp4(1000))
  const key = address.publicURL.slice(1)
  expect([answer.status, store.keys()]).toEqual([201, [key]])
  expect(store.objects.get(key)?.headers).toEqual({
    'content-type': 'video/mp4',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(filesOf(app)).toEqual(nothing)
})

test('an upload in the bucket is served, also in byte ranges', async () => {
  const { app } = await appWithStore()
  const { address } = await upload(app, 'video.mp4', mp4(1000))
  const whole = await call(app, `GET ${address.publicURL}`)
  expect([whole.status, whole.headers.get('Content-Length'), (await whole.arrayBuffer()).byteLength]).toEqual([200, '1000', 1000])
  const part = await call(app, `GET ${address.publicURL}`, { headers: { Range: 'bytes=4-11' } })
  expect([part.status, part.headers.get('Content-Range'), await part.text()]).toEqual([206, 'bytes 4-11/1000', 'ftypisom'])
  expect((await call(app, `HEAD ${address.publicURL}`)).headers.get('Content-Length')).toBe('1000')
})

test('the bucket has an uploaded SVG as the original, the public file and compressed files', async () => {
  const { app, store } = await appWithStore()
  const { address } = await upload(app, 'logo.svg', svg)
  const name = address.fileName
  const keys = [
    `private/originals/${name.split('.')[0]}`,
    `public-objects/${name}`,
    `public-objects/${name}.br`,
    `public-objects/${name}.gz`,
  ]
  expect(store.keys()).toEqual(keys)
  const packed = await call(app, `GET ${address.publicURL}`, { headers: { 'Accept-Encoding': 'br' } })
  expect([packed.status, packed.headers.get('Content-Encoding')]).toEqual([200, 'br'])
})

test('many requests for invented file names cause only one request to the bucket', async () => {
  const { app, store } = await appWithStore()
  for (let digit = 0; digit < 9; digit++) {
    expect((await call(app, `GET /public-objects/1700000000000-000000000000000${digit}.webp`)).status).toBe(404)
  }
  expect(store.asked).toHaveLength(1)
})

test('while the bucket fails, uploads stay on the disk, and they move to the bucket later', async () => {
  const { app, store } = await appWithStore()
  store.trouble.status = 503
  const { answer, address } = await upload(app, 'video.mp4', mp4(1000))
  expect([answer.status, store.keys()]).toEqual([201, []])
  expect((await call(app, `GET ${address.publicURL}`)).status).toBe(200)
  store.trouble.status = null
  app.deps.mirror?.start()
  await app.publisher.publish()
  // A file is deleted from the disk only after its upload to the bucket. So if the folder is empty, all files are in the bucket.
  await expect.poll(() => readdirSync(join(app.config.dataDir, 'uploads/public'))).toEqual([])
  expect(store.keys()).toContain(address.publicURL.slice(1))
  expect((await call(app, `GET ${address.publicURL}`)).status).toBe(200)
})

test('answers 503 for an upload if the bucket cannot be read, and does not cache the answer', async () => {
  const { app, store } = await appWithStore()
  const { address } = await upload(app, 'video.mp4', mp4(1000))
  await call(app, `GET ${address.publicURL}`)
  store.trouble.status = 500
  const answer = await call(app, `GET ${address.publicURL}`)
  expect([answer.status, answer.headers.get('Cache-Control'), answer.headers.get('ETag')]).toEqual([503, 'no-store', null])
})

test('redirects visitors to an upload in the bucket if its public URL is https', async () => {
  const { app } = await appWithStore('https://archivos.ejemplo.gt')
  const { address } = await upload(app, 'video.mp4', mp4(1000))
  const answer = await call(app, `GET ${address.publicURL}`)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, `https://archivos.ejemplo.gt${address.publicURL}`])
  const { app: plain } = await appWithStore('http://archivos.ejemplo.gt')
  const other = await upload(plain, 'video.mp4', mp4(1000))
  expect((await call(plain, `GET ${other.address.publicURL}`)).status).toBe(200)
})

test("redirects requests for an SVG with any Accept-Encoding to the bucket's public URL", async () => {
  const { app, store } = await appWithStore('https://archivos.ejemplo.gt')
  const { address } = await upload(app, 'logo.svg', svg)
  for (const accepted of ['gzip, deflate, br, zstd', 'gzip', 'identity']) {
    const answer = await call(app, `GET ${address.publicURL}`, { headers: { 'Accept-Encoding': accepted } })
    const location = `https://archivos.ejemplo.gt${address.publicURL}`
    expect([accepted, answer.status, answer.headers.get('Location')]).toEqual([accepted, 302, location])
  }
  expect(store.objects.get(address.publicURL.slice(1))?.headers['content-type']).toMatch(/^image\/svg\+xml/)
})

test('the server sends an SVG itself if the bucket has no uncompressed version', async () => {
  const { app, store } = await appWithStore('https://archivos.ejemplo.gt')
  const cookie = await signIn(app)
  const address = await askAddress(app, cookie, 'logo.svg')
  Object.assign(store.trouble, { status: 503, key: address.publicURL.slice(1) })
  expect((await send(app, cookie, address, svg)).status).toBe(201)
  expect(store.keys().filter((key) => key.startsWith('public-'))).toEqual(
    ['.br', '.gz'].map((ending) => address.publicURL.slice(1) + ending),
  )
  const answer = await call(app, `GET ${address.publicURL}`, { headers: { 'Accept-Encoding': 'br' } })
  expect([answer.status, answer.headers.get('Content-Encoding')]).toEqual([200, 'br'])
  expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(svg)
})

test('cleaning up deletes unused uploads from the bucket', async () => {
  const { app, store } = await appWithStore()
  const { address } = await upload(app, 'logo.svg', svg)
  const tomorrow = Date.now() + 25 * 60 * 60_000
  const [found] = await cleanUploads(app.db, app.uploads.storage, true, tomorrow)
  expect(found?.names).toContain(address.fileName)
  expect(store.keys()).toEqual([])
})

test('GET /api/publish reports the state of the copy in the bucket', async () => {
  const { app, store } = await appWithStore()
  app.deps.mirror?.start()
  await app.publisher.publish()
  await expect.poll(() => app.deps.mirror?.status()).toEqual({ revision: 0, pending: false, error: null })
  expect(store.text('index.html')).toBe(app.publisher.site().files.get('/')?.body.toString())
})
