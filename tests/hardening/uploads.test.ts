import { once } from 'node:events'
import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pngOfBits } from '../../api/registrations/ticket.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { openSession } from '../support/session.ts'
import { answerTo, send } from './client.ts'
import { askAddress, filesOf, openUpload, sendPieces, upload, video } from './uploading.ts'

const product = await sharedProduct()
const session = await openSession(product)

/** Makes a black PNG from single bits, because drawing so many pixels would be slow. */
const blackPng = (width: number, height: number) => pngOfBits(width, height, Buffer.alloc(height * Math.ceil(width / 8)))

const get = (path: string, headers: Record<string, string> = {}) => fetch(product.origin + path, { headers })

test('accepts only one of ten simultaneous uploads to one URL', async () => {
  const before = filesOf(product).length
  const { uploadURL } = await askAddress(product, session, 'video.mp4')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => sendPieces(openUpload(product, uploadURL, session), video(1))),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
  expect((await sendPieces(openUpload(product, uploadURL, session), video(1))).status).toBe(409)
  expect(filesOf(product).length - before).toBe(2)
})

test('rejects an upload to a URL that was given to another user', async () => {
  const luis = { name: 'Luis', email: 'luis@ejemplo.gt', password: 'otra-frase-larga' }
  expect((await send(product, 'POST /api/users', { headers: session, json: luis })).status).toBe(201)
  const { uploadURL } = await askAddress(product, session, 'video.mp4')
  expect((await sendPieces(openUpload(product, uploadURL, await openSession(product, luis)), video(1))).status).toBe(403)
})

test.each(['../../x.mp4', '..%2f..%2fx.mp4', '%2e%2e%2fx.mp4', '..%5cx.mp4', 'x%00.mp4'])(
  'stores no file under the requested name %s',
  async (name) => {
    const before = filesOf(product)
    const { uploadURL, fileName } = await askAddress(product, session, name)
    expect(fileName).toMatch(/^\d{13}-[0-9a-f]{16}\.mp4$/)
    const ticket = uploadURL.slice(uploadURL.indexOf('?'))
    expect((await sendPieces(openUpload(product, `/upload/${name}${ticket}`, session), video(1))).status).toBeGreaterThanOrEqual(
      400,
    )
    expect(filesOf(product)).toEqual(before)
  },
)

test.skipIf(!existsSync('/proc'))('accepts a video of exactly 100 MB without reading it into memory', async () => {
  await upload(product, session, 'video.mp4', Buffer.concat([...video(1)]))
  const start = product.memory()
  let peak = start
  const sampling = setInterval(() => {
    peak = Math.max(peak, product.memory())
  }, 20)
  const { uploadURL, publicURL } = await askAddress(product, session, 'video.mp4')
  expect((await sendPieces(openUpload(product, uploadURL, session), video(100))).status).toBe(201)
  const before = filesOf(product)
  const tooLong = await askAddress(product, session, 'video.mp4')
  const { status, body } = await sendPieces(openUpload(product, tooLong.uploadURL, session), video(100, 1))
  expect([status, JSON.parse(body)]).toEqual([413, { error: 'El archivo debe ser menor a 100MB' }])
  clearInterval(sampling)
  expect(filesOf(product)).toEqual(before)
  expect(peak - start).toBeLessThan(30)
  const part = await get(publicURL, { Range: `bytes=${100 * 1024 * 1024 - 3}-` })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 3])
})

test('refuses an upload by its Content-Length before the file is sent', async () => {
  const { uploadURL } = await askAddress(product, session, 'logo.png')
  const sent = openUpload(product, uploadURL, { ...session, 'Content-Length': 10 * 1024 * 1024 + 1 })
  sent.on('error', () => {}).flushHeaders()
  expect((await answerTo(sent)).status).toBe(413)
  sent.destroy()
})

test('refuses a file that is neither image nor video, with any file name', async () => {
  const before = filesOf(product)
  const html = '<!doctype html><html><script>alert(1)</script></html>'
  for (const name of ['x.png', 'x.jpg', 'x.webp', 'x.svg', 'x.mp4', 'x.webm', 'x.mov']) {
    expect([name, (await upload(product, session, name, html)).status]).toEqual([name, 415])
  }
  expect(filesOf(product)).toEqual(before)
})

test('rejects a PNG of 20000×20000 pixels by its header', async () => {
  const bomb = blackPng(20_000, 20_000)
  // The PNG is a complete picture, which other programs can read.
  expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({
    format: 'png',
    width: 20_000,
    height: 20_000,
  })
  const header = bomb.subarray(0, 100)
  for (const file of [bomb, header]) {
    const { status, body } = await upload(product, session, 'x.png', file)
    expect([status, JSON.parse(body)]).toEqual([
      422,
      { error: 'La imagen debe ser máximo 16383×16383px. Tamaño actual: 20000×20000px' },
    ])
  }
})

test('removes a ZIP file that is appended to a PNG', async () => {
  const file = Buffer.concat([blackPng(20, 10), Buffer.from('PK\x03\x04<script>alert(1)</script>')])
  const { publicURL, status } = await upload(product, session, 'logo.png', file, 'header-logo')
  expect(status).toBe(201)
  const served = Buffer.from(await (await get(publicURL)).arrayBuffer())
  expect((await sharp(served).metadata()).format).toBe('webp')
  expect([served.includes('PK\x03\x04'), served.includes('script')]).toEqual([false, false])
})

test('a start of the server deletes the bytes of an upload that a kill interrupted', async () => {
  const before = filesOf(product)
  const { uploadURL, publicURL } = await askAddress(product, session, 'video.mp4')
  const sent = openUpload(product, uploadURL, { ...session, 'Content-Length': 50 * 1024 * 1024 })
  const lost = once(sent, 'error')
  for (const piece of video(5)) sent.write(piece)
  await expect.poll(() => filesOf(product).length).toBe(before.length + 1)
  await product.restart('SIGKILL')
  await lost
  expect(filesOf(product)).toEqual(before)
  expect((await get(publicURL)).status).toBe(404)
})
