import { type Context, Hono } from 'hono'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import { bodyUpTo, limitOf, smallBody } from './body-up-to.ts'
import { checkedByHandler } from './validate.ts'

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

test.each(ofContent)('%s takes texts of the page, up to a megabyte', async (request) => {
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
  const larger = [...ids, ...ids, ...ids]
  expect((await call(app, 'POST /api/registrations/confirm', { cookie, json: { ids: larger, isConfirmed: true } })).status).toBe(
    413,
  )
})

type Schema = {
  type?: string
  maxLength?: number
  maxItems?: number
  enum?: unknown[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
}

/** The bytes of the longest body that fits a schema, where each character is an ñ. What has no end is taken as short. */
function longest(schema: Schema, ofCharacter: number): number {
  const { type, maxLength = 30, maxItems = 0, items, properties, anyOf = [], oneOf = [] } = schema
  const inside = (other: Schema) => longest(other, ofCharacter)
  if (anyOf.length + oneOf.length > 0) return Math.max(...[...anyOf, ...oneOf].map(inside))
  if (schema.enum) return Math.max(...schema.enum.map((value) => JSON.stringify(value).length))
  if (items) return 2 + maxItems * (1 + inside(items))
  if (properties) return Object.entries(properties).reduce((sum, [name, value]) => sum + name.length + 4 + inside(value), 2)
  return type === 'string' ? 2 + ofCharacter * maxLength : 10
}

test('each call takes the longest body that its fields allow, in Spanish: ñ is two bytes, and six in a form', async () => {
  const { app } = await createTestApp()
  const tooSmall = app.routes.flatMap(({ method, path, handler }) => {
    const checked = checkedByHandler(handler)
    // A preview takes one whole list at its largest, which is bounded in bytes (list-bounds.ts), not all of them at once.
    if (!checked || !['json', 'form'].includes(checked.target) || path === '/api/preview') return []
    const isForm = checked.target === 'form'
    const own = app.routes.filter((other) => [method, 'ALL'].includes(other.method) && isMountedAt(other.path, path))
    const limit = own.map((other) => limitOf(other.handler)).find((bytes) => bytes !== undefined) ?? (isForm ? 48 : 16) * 1024
    const schema = z.toJSONSchema(checked.schema, { io: 'input', unrepresentable: 'any' }) as Schema
    const bytes = longest(schema, isForm ? 6 : 2)
    return bytes > limit ? [`${method} ${path}: ${bytes} of ${limit}`] : []
  })
  expect(tooSmall).toEqual([])
})

const isMountedAt = (mount: string, path: string) =>
  mount === path || (mount.endsWith('/*') && path.startsWith(mount.slice(0, -1)))

test('notes of 10,000 ñ are taken', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const json = { name: 'Ana', email: 'ana@ejemplo.gt', staffNotes: 'ñ'.repeat(10_000), notes: 'ñ'.repeat(5_000) }
  expect((await call(app, 'POST /api/registrations/by-hand', { cookie, json })).status).toBe(201)
})
