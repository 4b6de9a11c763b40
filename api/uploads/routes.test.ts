import { expect, test } from 'vitest'
import { uploadBytes, uploadMessages } from '../../data/uploads.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import { askAddress, bytesOf, filesOf, mp4, nothing, picture, send, svg, upload } from './testing.ts'

const png = async () => bytesOf(picture().png())

test('an upload gets a generated name, not the name of its file', async () => {
  const app = await createTestApp()
  const { uploadURL, publicURL, fileName } = await askAddress(app, await signIn(app), '../../x y?.PNG')
  expect(fileName).toMatch(/^\d{13}-[0-9a-f]{16}\.webp$/)
  expect(publicURL).toBe(`/public-objects/${fileName}`)
  const { pathname, searchParams } = new URL(uploadURL, app.config.publicOrigin)
  expect(pathname.split('/').slice(2).join('/')).toBe(fileName)
  expect(searchParams.get('ticket')).toMatch(/^[\w-]{22}$/)
})

test.each([
  [{ fileName: 'página.html' }, 415, uploadMessages.imageType],
  [{ fileName: 'video.avi' }, 415, uploadMessages.avi],
  [{ fileName: 'foto.png', size: uploadBytes.image + 1 }, 413, uploadMessages.imageSize],
  [{ fileName: 'video.mp4', size: uploadBytes.video + 1 }, 413, uploadMessages.videoSize],
] as const)('rejects the request to upload %j, with the reason', async (json, status, { text }) => {
  const app = await createTestApp()
  const answer = await call(app, 'POST /api/upload/url', { cookie: await signIn(app), json })
  expect([answer.status, await answer.json()]).toEqual([status, { error: text }])
})

test('publishes an uploaded image at the URL that was returned before the upload', async () => {
  const app = await createTestApp()
  const { address, answer } = await upload(app, 'logo.png', await png(), 'header-logo')
  const { publicURL, fileName } = address
  expect([answer.status, await answer.json()]).toEqual([201, { publicURL, fileName, width: 180, height: 50 }])
  const stem = fileName.replace('.webp', '')
  expect(filesOf(app)).toEqual({ staging: [], originals: [stem], published: [fileName], shown: [fileName] })
  expect((await call(app, `GET ${publicURL}`)).headers.get('Content-Type')).toBe('image/webp')
})

test('publishes an uploaded video unchanged', async () => {
  const app = await createTestApp()
  const { address, answer } = await upload(app, '1700000000000.mp4', mp4(300_000))
  expect(answer.status).toBe(201)
  expect(new Uint8Array(await (await call(app, `GET ${address.publicURL}`)).arrayBuffer())).toEqual(mp4(300_000))
  expect(filesOf(app)).toMatchObject({ staging: [], originals: [] })
})

test('publishes a file only after its last byte has arrived', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const { uploadURL, publicURL } = await askAddress(app, cookie, 'video.mp4')
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const headers = { Cookie: cookie, Origin: app.config.publicOrigin }
  const init = { method: 'PUT', headers, body: readable, duplex: 'half' }
  const answering = app.app.request(app.config.publicOrigin + uploadURL, init)
  const writer = writable.getWriter()
  await writer.write(mp4())
  await expect.poll(() => filesOf(app).staging).toHaveLength(1)
  expect([(await call(app, `GET ${publicURL}`)).status, filesOf(app).shown]).toEqual([404, []])
  await writer.close()
  expect((await answering).status).toBe(201)
  expect((await call(app, `GET ${publicURL}`)).status).toBe(200)
})

test('accepts an upload ticket once, even for two simultaneous uploads', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const address = await askAddress(app, cookie, 'logo.png')
  const file = await png()
  const answers = await Promise.all([send(app, cookie, address, file), send(app, cookie, address, file)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await send(app, cookie, address, file)).status).toBe(409)
  expect(filesOf(app).published).toEqual([address.fileName])
})

test('positive control: an upload ticket that is not marked as used works twice', async () => {
  const app = await createTestApp()
  const { tickets } = app.uploads
  const { use } = tickets
  tickets.use = (...args) => {
    const ticket = use(...args)
    return typeof ticket === 'object' ? Object.assign(ticket, { isUsed: false }) : ticket
  }
  const cookie = await signIn(app)
  const address = await askAddress(app, cookie, 'logo.png')
  const file = await png()
  const answers = await Promise.all([send(app, cookie, address, file), send(app, cookie, address, file)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
})

test("rejects an upload with another user's ticket, and the ticket stays valid", async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const address = await askAddress(app, cookie, 'logo.svg')
  expect((await send(app, undefined, address, svg)).status).toBe(401)
  expect((await send(app, await signIn(app, 'user'), address, svg)).status).toBe(403)
  expect(filesOf(app)).toEqual(nothing)
  expect((await send(app, cookie, address, svg)).status).toBe(201)
})

test('rejects an upload that a page of another site makes the browser send', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const { uploadURL } = await askAddress(app, cookie, 'logo.svg')
  const headers = { 'Sec-Fetch-Site': 'cross-site' }
  expect((await call(app, `PUT ${uploadURL}`, { cookie, body: svg, headers })).status).toBe(403)
})

test.each(['', '?ticket=', `?ticket=${'x'.repeat(22)}`])('answers 404 to an upload with the ticket %j', async (query) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const { fileName } = await askAddress(app, cookie, 'logo.svg')
  expect((await call(app, `PUT /upload/${fileName}${query}`, { cookie, body: svg })).status).toBe(404)
})

test.each(['a.svg', '..%2f..%2fx.svg', '%2e%2e%2fx.svg'])(
  'an upload ticket is not valid for an upload with another name such as %s',
  async (name) => {
    const app = await createTestApp()
    const cookie = await signIn(app)
    const { uploadURL } = await askAddress(app, cookie, 'logo.svg')
    const ticket = uploadURL.slice(uploadURL.indexOf('?'))
    expect((await call(app, `PUT /upload/${name}${ticket}`, { cookie, body: svg })).status).toBe(404)
    expect(filesOf(app)).toEqual(nothing)
  },
)

test.each([
  ['HTML as an image', 'x.png', '<html><script>alert(1)</script></html>', 415],
  ['HTML as a video', 'x.mp4', '<html><script>alert(1)</script></html>', 415],
  ['an empty file', 'x.png', '', 422],
  ['an SVG with a script', 'x.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 422],
  ['an incomplete PNG', 'x.png', '\x89PNG\r\n\x1a\n', 415],
  ['an image of more than 10 MB', 'x.png', 'x'.repeat(uploadBytes.image + 1), 413],
])('rejects %s and stores no file', async (_, fileName, file, status) => {
  const app = await createTestApp()
  const { answer } = await upload(app, fileName, file)
  expect([answer.status, Object.keys(await answer.json())]).toEqual([status, ['error']])
  expect(filesOf(app)).toEqual(nothing)
})
