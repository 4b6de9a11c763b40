import { expect, test } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import { addRegistration, someEdit, stored } from '../../data/testing.ts'
import { call, createTestApp, password, signIn } from '../testing.ts'

const json = { subtitle: 'Otro' }

test.each([
  ['the same origin, in a browser that sends Sec-Fetch-Site', { 'Sec-Fetch-Site': 'same-origin' }],
  ['the address bar', { 'Sec-Fetch-Site': 'none' }],
  ['the same origin, in a browser that sends only Origin', { Origin: 'http://localhost:3000' }],
])('accepts a write from %s', async (_, headers) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const sent = await app.app.request('/api/hero', {
    method: 'PUT',
    body: JSON.stringify(json),
    headers: { ...headers, Cookie: cookie, 'Content-Type': 'application/json' },
  })
  expect(sent.status).toBe(200)
})

const foreign = [
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.gt' }],
  ['a sibling subdomain', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://blog.localhost:3000' }],
  ['another site that claims our Origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:3000' }],
  ['an older browser on another site', { Origin: 'https://evil.gt' }],
  ['a sandboxed frame', { Origin: 'null' }],
  ['the same host on another scheme', { Origin: 'https://localhost:3000' }],
  ['the same host on another port', { Origin: 'http://localhost:3001' }],
  ['an origin that only begins like ours', { Origin: 'http://localhost:3000.evil.gt' }],
] as const

test.each(foreign)('rejects a write of a signed-in user from %s', async (_, headers) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const before = stored(app.db)
  const answer = await call(app, 'PUT /api/hero', { cookie, json, headers })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toEqual({ error: 'La solicitud viene de otro sitio.' })
  expect(stored(app.db)).toEqual(before)
})

test.each(foreign)('rejects a sign-in from %s', async (_, headers) => {
  const app = await createTestApp()
  await signIn(app)
  const login = { email: 'admin@conferencia.gt', password }
  const answer = await call(app, 'POST /api/auth/login', { json: login, headers })
  expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([403, null])
})

test('rejects a write with a session cookie if Sec-Fetch-Site and Origin are missing', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const answer = await app.app.request('/api/hero', {
    method: 'PUT',
    body: JSON.stringify(json),
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
  })
  expect(answer.status).toBe(403)
})

test('accepts a registration without a cookie, Sec-Fetch-Site or Origin header', async () => {
  const app = await createTestApp()
  const registration = { name: 'José', email: 'jose@ejemplo.gt' }
  expect((await call(app, 'POST /api/registrations', { json: registration })).status).toBe(201)
})

test.each(['GET /api/users', 'HEAD /api/users'] as const)('a link on another site can open %s', async (request) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  expect((await call(app, request, { cookie, headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(200)
})

test('the API sends no CORS header that would let another site read its response', async () => {
  const app = await createTestApp()
  const answer = await call(app, 'GET /api/hero', { headers: { Origin: 'https://evil.gt' } })
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

const panel = 'http://localhost:3000/admin?tab=registros'
const recorded = ['GET /api/registrations/export', 'GET /api/registrations/export.xlsx'] as const
const asked = { 'Sec-Fetch-Site': 'same-origin', Referer: panel }

test.each([
  ['the panel’s own link', { ...asked, 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' }],
  ['a call of the panel', { ...asked, 'Sec-Fetch-Dest': 'empty' }],
  ['a call of a browser that sends no Referer', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }],
  ['the address bar', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Dest': 'document' }],
  ['a program that is not a browser', {}],
])('allows a download of personal data that comes from %s', async (_, headers) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  saveSection(app.db, 'hero', { eventDate: new Date().toISOString() }, someEdit)
  for (const request of [...recorded, 'GET /api/door/list'] as const) {
    const answer = await app.app.request(`http://localhost:3000${request.slice(4)}`, { headers: { ...headers, Cookie: cookie } })
    expect(answer.status).toBe(200)
    // Reads the whole export, because a user may download only one export at a time.
    await answer.arrayBuffer()
  }
})

test.each([
  ['a picture in the page', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'image', Referer: 'http://localhost:3000/' }],
  ['a picture in the panel', { ...asked, 'Sec-Fetch-Dest': 'image' }],
  ['a frame in the panel', { ...asked, 'Sec-Fetch-Dest': 'iframe' }],
  ['a link in the page', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'document', Referer: 'http://localhost:3000/' }],
  ['a link in the page without a Referer', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'document' }],
  ['a link on another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document', Referer: 'https://evil.gt/admin' }],
  ['a script on another site', { Origin: 'https://evil.gt' }],
])('rejects a download of personal data that comes from %s', async (_, headers) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const { id } = addRegistration(app.db)
  const noted = () => app.db.prepare('SELECT count(*) FROM audit').pluck().get()
  const before = noted()
  const others = [`GET /api/registrations/${id}/data`, `GET /api/registrations/${id}/link`, 'GET /api/door/list'] as const
  for (const request of [...recorded, ...others]) {
    const answer = await app.app.request(`http://localhost:3000${request.slice(4)}`, { headers: { ...headers, Cookie: cookie } })
    expect([answer.status, noted()]).toEqual([403, before])
  }
})
