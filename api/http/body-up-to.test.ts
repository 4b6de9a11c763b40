import { type Context, Hono } from 'hono'
import { expect, test } from 'vitest'
import { stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import { bodyUpTo, smallBody } from './body-up-to.ts'

const app = new Hono().use(bodyUpTo(10)).post('/', async (c) => c.text(await c.req.text()))

const inPieces = (text: string) => new Blob([text]).stream()

test.each<[string, number, RequestInit]>([
  ['a body of exactly the limit is taken', 200, { body: '0123456789', headers: { 'Content-Length': '10' } }],
  ['one byte more is refused by its declared length', 413, { body: '0123456789x', headers: { 'Content-Length': '11' } }],
  ['a body of unknown length is counted', 200, { body: inPieces('0123456789') }],
  ['and refused once it is too much', 413, { body: inPieces('0123456789x') }],
  [
    'a declared length does not count beside chunks, which may hold more',
    413,
    { body: inPieces('0123456789x'), headers: { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' } },
  ],
])('%s', async (_, status, init) => {
  // Node wants `duplex` with a stream; the types of the web do not know it.
  const request = { method: 'POST', duplex: 'half', ...init }
  expect((await app.request('/', request)).status).toBe(status)
})

const tooLarge = { error: 'El contenido es demasiado grande.' }
const text = (kilobytes: number) => 'x'.repeat(kilobytes * 1024)

const short = [
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/registrations',
  'PUT /api/registrations/1',
  'POST /api/users',
  'PUT /api/users/1',
  'POST /api/upload/url',
] as const

test.each(short)('%s takes no more than 16 KB: it has a handful of short fields', async (request) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const before = stored(app.db)
  const answer = await call(app, request, { cookie, json: { email: text(16) } })
  expect([answer.status, await answer.json()]).toEqual([413, tooLarge])
  expect((await call(app, request, { cookie, json: { email: text(15) } })).status).toBe(422)
  expect(stored(app.db)).toEqual(before)
})

const ofContent = ['PUT /api/hero', 'PUT /api/registration-form', 'POST /api/agenda/events', 'PUT /api/speakers/1'] as const

test.each([...ofContent, 'POST /api/preview'] as const)('%s takes texts of the page, up to a megabyte', async (request) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  expect((await call(app, request, { cookie, json: { title: text(1000) } })).status).toBe(422)
  const answer = await call(app, request, { cookie, json: { title: text(1024) } })
  expect([answer.status, await answer.json()]).toEqual([413, tooLarge])
})

test('the longest registration fits however it is encoded: a form writes an accent as six characters', async () => {
  const app = await createTestApp()
  const longest = { name: 'ñ'.repeat(255), email: 'jose@ejemplo.gt', phone: '5'.repeat(40), comments: 'ñ'.repeat(5000) }
  expect((await call(app, 'POST /api/registrations', { json: longest })).status).toBe(201)
  const answer = await call(app, 'POST /api/registrations', {
    body: new URLSearchParams({ ...longest, email: 'ana@ejemplo.gt' }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  expect([answer.status, stored(app.db).registrations.length]).toEqual([303, 2])
})

test('a route that says nothing takes little, one that says more takes that, also where its path is part of another', async () => {
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

test('as many people as are chosen at once are confirmed with one call: a thousand ids', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const ids = Array.from({ length: 1000 }, () => crypto.randomUUID())
  const answer = await call(app, 'POST /api/registrations/confirm', { cookie, json: { ids, isConfirmed: true } })
  expect(answer.status).toBe(404)
  const larger = [...ids, ...ids]
  expect((await call(app, 'POST /api/registrations/confirm', { cookie, json: { ids: larger, isConfirmed: true } })).status).toBe(
    413,
  )
})
