import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contentPaths } from '../../api/content/paths.ts'
import { previewSchema } from '../../api/preview/schema.ts'
import * as accountSchemas from '../../data/accounts/schema.ts'
import * as contentSchemas from '../../data/content/schema.ts'
import { roomReportSchema } from '../../data/door/rooms.ts'
import * as doorSchemas from '../../data/door/schema.ts'
import * as mailSchemas from '../../data/mail/schema.ts'
import * as registrationSchemas from '../../data/registrations/schema.ts'
import { uploadRequestSchema } from '../../data/uploads.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { openSession } from '../support/session.ts'
import { openDatabase, send } from './client.ts'
import { shaped } from './shapes.ts'
import { watchTables } from './tables.ts'

/** `npm test` tries 300 requests. `npm run test:full -- hardening` tries 20,000 new ones each time. */
const requests = isFull ? 20_000 : 300

const product = await sharedProduct()
const db = openDatabase(product)
const adminSession = await openSession(product)
const user = { name: 'Luis', email: 'luis@ejemplo.gt', password: 'secreto', role: 'user' }
await send(product, 'POST /api/users', { headers: adminSession, json: user })
const sessions = { nobody: {}, user: await openSession(product, user), admin: adminSession }
const tables = watchTables(db)

const nothing = z.strictObject({})
const schemas = { ...accountSchemas, ...contentSchemas, ...doorSchemas, ...mailSchemas, ...registrationSchemas }
const { sectionSchemas: sections, itemSchemas: items } = schemas

const pathOf = (key: string) => `/api${contentPaths[key as contentSchemas.ContentKey]}`

/** The calls, each with the schema of its body or, for a GET, of its query. */
const calls: [string, z.ZodType][] = [
  ...['/', '/login', '/admin', '/public-objects/:id', '/:id', '/api/:id', '/api/live', '/api/ready', '/api/auth/me'].map(
    (path): [string, z.ZodType] => [`GET ${path}`, nothing],
  ),
  ['POST /api/auth/login', schemas.loginSchema],
  ['PUT /api/auth/me', schemas.ownPasswordSchema],
  ['POST /api/auth/logout', nothing],
  ...Object.entries(sections).flatMap(([key, schema]): [string, z.ZodType][] => {
    const path = pathOf(key)
    return [
      [`GET ${path}`, nothing],
      [`PUT ${path}`, schema.partial()],
    ]
  }),
  ...Object.entries(items).flatMap(([key, schema]): [string, z.ZodType][] => {
    const path = pathOf(key)
    return [
      [`GET ${path}`, nothing],
      [`POST ${path}`, schema],
      [`POST ${path}`, schema.partial()],
      [`PUT ${path}/:id`, schema.partial()],
      [`DELETE ${path}/:id`, nothing],
    ]
  }),
  ['GET /api/history', schemas.historyFilterSchema],
  ['GET /api/history/at', schemas.instantSchema],
  ['POST /api/history/at', schemas.instantSchema],
  ['GET /api/history/:id', schemas.revisionSchema],
  ['GET /api/history/1', schemas.revisionSchema],
  ['POST /api/history/0/restore', schemas.restoreSchema],
  ['POST /api/history/1/restore', schemas.restoreSchema],
  ['POST /api/registrations', schemas.registrationSchema],
  ['GET /api/registrations', schemas.registrationFilterSchema],
  ['GET /api/registrations/export', schemas.registrationFilterSchema],
  ['GET /api/registrations/export.xlsx', schemas.registrationFilterSchema],
  ['POST /api/registrations/export', schemas.chosenExportSchema],
  ['GET /api/registrations/days', nothing],
  ['PUT /api/registrations/:id', schemas.registrationChangeSchema],
  ['POST /api/registrations/confirm', schemas.confirmationSchema],
  ['POST /api/registrations/by-hand', schemas.handRegistrationSchema],
  ['POST /api/registrations/merge', schemas.mergeSchema],
  ['GET /api/registrations/similar', nothing],
  ['GET /api/registrations/:id/data', nothing],
  ['DELETE /api/registrations/:id', nothing],
  ['DELETE /api/registrations/:id/data', nothing],
  ['GET /api/trash', schemas.trashPageSchema],
  ['POST /api/trash/:id/restore', nothing],
  ['GET /api/door/list', schemas.doorListSchema],
  ['POST /api/door/arrivals', schemas.arrivalsSchema],
  ['POST /api/door/walk-in', schemas.walkInSchema],
  ['GET /api/door/rooms', nothing],
  ['PUT /api/door/rooms', roomReportSchema],
  ['GET /api/door/summary', nothing],
  ['GET /api/door/devices', nothing],
  ['DELETE /api/door/devices/:id', nothing],
  ['DELETE /api/door/devices/:id/sent', nothing],
  ['POST /api/door/devices/:id/sent', nothing],
  ['GET /api/door/accounts', nothing],
  ['DELETE /api/door/accounts/:id/sent', nothing],
  ['POST /api/door/accounts/:id/sent', nothing],
  ['POST /api/preview', previewSchema],
  ['PUT /api/presence', schemas.presenceSchema],
  ['GET /api/users', nothing],
  ['POST /api/users', schemas.userSchema],
  ['PUT /api/users/:id', schemas.userChangeSchema],
  ['DELETE /api/users/:id', nothing],
  ['GET /api/audit', schemas.activityPageSchema],
  ['GET /api/publish', nothing],
  ['POST /api/publish', nothing],
  ['POST /api/upload/url', uploadRequestSchema],
  ['PUT /upload/:id', nothing],
  ['PATCH /api/hero', nothing],
]

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=x',
]
const usually = <T>(value: T, otherwise: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: otherwise })

const request = fc.constantFrom(...calls).chain(([line, schema]) =>
  fc.record({
    line: fc.constant(line),
    caller: fc.constantFrom('nobody', 'user', 'admin', 'admin'),
    value: shaped(schema),
    // The index of a stored id, or a text that is not an id.
    id: fc.oneof({ weight: 4, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) }),
    type: usually('application/json', fc.constantFrom(...types)),
    raw: usually<string | null>(null, fc.string({ maxLength: 200 })),
    more: usually<Record<string, string>>(
      {},
      fc.constantFrom<Record<string, string>[]>(
        { 'If-Match': '"1"' },
        { 'If-Match': 'x' },
        { 'Content-Encoding': 'gzip' },
        { Accept: 'x' },
        { Range: 'bytes=9-1' },
        { Origin: 'null' },
      ),
    ),
  }),
)
type Request = typeof request extends fc.Arbitrary<infer R> ? R : never

function build({ line, caller, value, id, type, raw, more }: Request) {
  const isRead = line.startsWith('GET')
  const fields = isRead && typeof value === 'object' && value !== null ? Object.entries(value) : []
  const query = new URLSearchParams(fields.map(([name, part]) => [name, typeof part === 'string' ? part : JSON.stringify(part)]))
  const idText = typeof id === 'number' ? tables.id(id) : encodeURIComponent(id.toWellFormed())
  const headers = { ...sessions[caller as keyof typeof sessions], ...more }
  const path = line.replace(':id', idText) + (fields.length > 0 ? `?${query}` : '')
  return isRead
    ? { path, headers }
    : { path, headers: { ...headers, 'Content-Type': type }, body: raw ?? JSON.stringify(value) ?? '' }
}

test(
  `none of ${requests} random requests causes a server error`,
  async () => {
    const seen = new Map<number, number>()
    let since = 0
    const pid = product.pid()
    await fc.assert(
      fc.asyncProperty(request, async (made) => {
        const { path, ...content } = build(made)
        const before = tables.hash()
        const { status } = await send(product, path, content)
        seen.set(status, (seen.get(status) ?? 0) + 1)
        expect(status).toBeLessThan(500)
        if (status >= 400) expect(tables.hash()).toBe(before)
        // Restores accounts and lists, so that callers keep their rights and lists stay short.
        since += 1
        const isOfAccounts = /users|auth/.test(made.line) && status < 400
        if (isOfAccounts || since % 200 === 0) tables.restore()
      }),
      { numRuns: requests, endOnFailure: true, ...(!isFull && { seed: 14 }) },
    )
    expect(product.pid()).toBe(pid)
    // The control: the requests did not all get the same refusal.
    console.log('Answers by status:', Object.fromEntries([...seen].toSorted()))
    const statuses = [200, 400, 401, 403, 404, 422, ...(isFull ? [201, 415] : [])]
    for (const status of statuses) expect([status, seen.has(status)]).toEqual([status, true])
    expect((seen.get(200) ?? 0) + (seen.get(201) ?? 0)).toBeGreaterThan(requests / 10)
  },
  20 * 60_000,
)
