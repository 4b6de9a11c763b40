import { type Context, Hono } from 'hono'
import { expect, test } from 'vitest'
import { registrationWithToken } from '../../data/own/own-registration.ts'
import { stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import { bodyUpTo, limitOf, longestBody, smallBody } from './body-up-to.ts'
import { checkedByHandler } from './validate.ts'

const app = new Hono().use(bodyUpTo(10)).post('/', async (c) => c.text(await c.req.text()))

const inPieces = (text: string) => new Blob([text]).stream()

test.each<[string, number, RequestInit]>([
  ['accepts a body of exactly the limit', 200, { body: '0123456789', headers: { 'Content-Length': '10' } }],
  [
    'rejects a body whose declared length is one byte over the limit',
    413,
    { body: '0123456789x', headers: { 'Content-Length': '11' } },
  ],
  ['accepts a body of unknown length within the limit', 200, { body: inPieces('0123456789') }],
  ['rejects a body of unknown length over the limit', 413, { body: inPieces('0123456789x') }],
  [
    'ignores the declared length of a chunked body, which may be longer',
    413,
    { body: inPieces('0123456789x'), headers: { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' } },
  ],
])('%s', async (_, status, init) => {
  // Node requires `duplex` with a stream, but the types lack it.
  const request = { method: 'POST', duplex: 'half', ...init }
  expect((await app.request('/', request)).status).toBe(status)
})

const tooLarge = { error: 'El contenido es demasiado grande.' }
const text = (kilobytes: number) => 'x'.repeat(kilobytes * 1024)

const short = [
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/users',
  'PUT /api/users/1',
  'POST /api/upload/url',
] as const

test.each(short)('rejects bodies over 16 KB in %s', async (request) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const before = stored(app.db)
  const answer = await call(app, request, { cookie, json: { email: text(16) } })
  expect([answer.status, await answer.json()]).toEqual([413, tooLarge])
  expect((await call(app, request, { cookie, json: { email: text(15) } })).status).toBe(422)
  expect(stored(app.db)).toEqual(before)
})

const ofContent = ['PUT /api/hero', 'PUT /api/registration-form', 'POST /api/agenda/events', 'PUT /api/speakers/1'] as const

test.each(ofContent)('accepts bodies up to a megabyte in %s', async (request) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  expect((await call(app, request, { cookie, json: { title: text(1000) } })).status).toBe(422)
  const answer = await call(app, request, { cookie, json: { title: text(1024) } })
  expect([answer.status, await answer.json()]).toEqual([413, tooLarge])
})

/** Each character takes three bytes in UTF-8, six as a JSON escape, and nine in a form. */
const chinese = (length: number) => '漢'.repeat(length)
const escaped = (json: object) => JSON.stringify(json).replaceAll('漢', '\\u6f22')

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const longest = { name: chinese(255), company: chinese(255), position: chinese(255), phone: chinese(40) }

test('accepts a registration with all fields at their maximum length', async () => {
  const app = await createTestApp()
  const json = (email: string) => ({ ...longest, email, comments: chinese(5000) })
  expect((await call(app, 'POST /api/registrations', { json: json('uno@ejemplo.gt') })).status).toBe(201)
  const body = escaped(json('dos@ejemplo.gt'))
  const headers = { 'Content-Type': 'application/json' }
  expect((await call(app, 'POST /api/registrations', { headers, body })).status).toBe(201)
  const sent = new URLSearchParams(json('tres@ejemplo.gt')).toString()
  expect((await call(app, 'POST /api/registrations', { body: sent, headers: form })).status).toBe(303)
  expect(stored(app.db).registrations).toHaveLength(3)
  const larger = new URLSearchParams({ ...json('x@ejemplo.gt'), comments: chinese(20_000) }).toString()
  expect((await call(app, 'POST /api/registrations', { body: larger, headers: form })).status).toBe(413)
})

test('accepts notes, corrections and mail texts at their maximum length', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const headers = { 'Content-Type': 'application/json' }
  const body = escaped({ ...longest, email: 'a@ejemplo.gt', notes: chinese(5_000), staffNotes: chinese(10_000) })
  const added = await call(app, 'POST /api/registrations/by-hand', { cookie, headers, body })
  expect(added.status).toBe(201)
  const { id } = await added.json()
  expect((await call(app, `PUT /api/registrations/${id}`, { cookie, headers, body })).status).toBe(200)
  const { token } = registrationWithToken(app.db, id) ?? { token: '' }
  const own = await call(app, `POST /registro/${token}`, { headers: form, body: new URLSearchParams(longest).toString() })
  expect(own.status).toBe(303)
  const preview = new URLSearchParams({ kind: 'registered', subject: chinese(255), body: chinese(10_000) }).toString()
  expect((await call(app, 'POST /api/mails/preview', { cookie, headers: form, body: preview })).status).not.toBe(413)
})

test('a route has a body limit of 16 KB by default', async () => {
  const read = (c: Context) => c.req.text().then((text) => c.text(text))
  const app = new Hono()
    .use(smallBody)
    .post('/new', read)
    .post('/new/large', bodyUpTo(64 * 1024), read)
  const status = async (path: string, kilobytes: number) =>
    (await app.request(path, { method: 'POST', body: text(kilobytes) })).status
  expect([await status('/new', 16), await status('/new', 17)]).toEqual([200, 413])
  expect([await status('/new/large', 64), await status('/new/large', 65)]).toEqual([200, 413])
})

test('accepts the ids of a thousand people in one call', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const ids = Array.from({ length: 1000 }, () => crypto.randomUUID())
  const answer = await call(app, 'POST /api/registrations/confirm', { cookie, json: { ids, isConfirmed: true } })
  expect(answer.status).toBe(404)
  const larger = Array.from({ length: 8 }, () => ids).flat()
  expect((await call(app, 'POST /api/registrations/confirm', { cookie, json: { ids: larger, isConfirmed: true } })).status).toBe(
    413,
  )
})

test('every route accepts the longest body that its fields allow', async () => {
  const { app } = await createTestApp()
  const tooSmall = app.routes.flatMap(({ method, path, handler }) => {
    const checked = checkedByHandler(handler)
    // Skips previews and imports, whose limits are in bytes, and two calls with hundreds of ids, which are plain ASCII.
    if (!checked || /preview|import|^.api.agenda.events$|door.arrivals/.test(path)) return []
    const own = app.routes.filter((other) => [method, 'ALL'].includes(other.method) && isMountedAt(other.path, path))
    const limit = own.map((other) => limitOf(other.handler)).find((bytes) => bytes !== undefined)
    const bytes = checked.target === 'json' || checked.target === 'form' ? longestBody(checked.schema, checked.target) : 0
    return limit !== undefined && bytes > limit ? [`${method} ${path}: ${bytes} of ${limit}`] : []
  })
  expect(tooSmall).toEqual([])
})

const isMountedAt = (mount: string, path: string) =>
  mount === path || (mount.endsWith('/*') && path.startsWith(mount.slice(0, -1)))
