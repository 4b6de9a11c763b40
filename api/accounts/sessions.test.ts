import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { holdClock, stored } from '../../data/testing.ts'
import { addUser, call, cookieOf, createTestApp, password, signIn, type TestApp } from '../testing.ts'

beforeEach(() => holdClock('2025-06-01T12:00:00.000Z'))

const hour = 60 * 60 * 1000
const pass = (time: number) => vi.setSystemTime(Date.now() + time)
const open = (app: TestApp, cookie: string) => call(app, 'GET /api/users', { cookie })

test.each([
  ['http://localhost:3000', /^session=[\w-]{43}; HttpOnly; Max-Age=43200; Path=\/; SameSite=Lax$/],
  ['https://conferencia.gt', /^__Host-session=[\w-]{43}; HttpOnly; Max-Age=43200; Path=\/; SameSite=Lax; Secure$/],
])('the session cookie on %s is HttpOnly, with the prefix __Host- on https', async (publicOrigin, cookie) => {
  const app = await createTestApp({ config: { publicOrigin } })
  await addUser(app.db, { email: 'ana@conferencia.gt' })
  const answer = await call(app, 'POST /api/auth/login', { json: { email: 'ana@conferencia.gt', password } })
  expect(answer.headers.getSetCookie()[0]).toMatch(cookie)
  expect((await open(app, cookieOf(answer))).status).toBe(200)
})

test('the database stores only the hash of a session token', async () => {
  const app = await createTestApp({ database: 'file' })
  const cookie = await signIn(app)
  const token = cookie.replace('session=', '')
  const id = createHash('sha256').update(token).digest('hex')
  expect(stored(app.db).sessions).toMatchObject([{ id }])
  for (const name of ['conference.db', 'conference.db-wal']) {
    expect(readFileSync(join(app.config.dataDir, name)).includes(token)).toBe(false)
  }
  expect((await open(app, `session=${id}`)).status).toBe(401)
})

test('the fifty-first sign-in of a user ends the oldest session', async () => {
  const app = await createTestApp()
  const ana = await addUser(app.db, { email: 'ana@conferencia.gt' })
  const other = await signIn(app, 'user')
  const cookies: string[] = []
  for (let count = 0; count < 52; count++) {
    const cookie = await app.deps.auth.start(ana.id, { device: '', isStrong: false }, () => true)
    cookies.push(cookie?.split(';', 1)[0] ?? '')
  }
  const statuses = await Promise.all(cookies.map(async (cookie) => (await open(app, cookie)).status))
  expect(statuses).toEqual([401, 401, ...Array(50).fill(200)])
  expect((await open(app, other)).status).toBe(200)
})

test('a sign-in session ends after 12 hours without use', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  pass(12 * hour + 1000)
  expect((await open(app, cookie)).status).toBe(401)
  expect(stored(app.db).sessions).toEqual([])
})

test('each request prolongs the sign-in session and its cookie', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  pass(11 * hour)
  const answer = await open(app, cookie)
  expect([answer.status, cookieOf(answer)]).toEqual([200, cookie])
  pass(11 * hour)
  expect((await open(app, cookie)).status).toBe(200)
})

test('a sign-in session lasts 12 hours from the last request', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  pass(1 * hour)
  expect((await open(app, cookie)).status).toBe(200)
  pass(12 * hour - 1000)
  expect((await open(app, cookie)).status).toBe(200)
  pass(12 * hour + 1000)
  expect((await open(app, cookie)).status).toBe(401)
})

test('stores the new expiry of a sign-in session at most once a minute', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const changes = () => app.db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0
  const before = changes()
  for (let second = 0; second < 120; second++) {
    pass(1000)
    await open(app, cookie)
  }
  // Each of the two renewals changes two rows: the session, and the last visit of its user.
  expect(changes() - before).toBe(4)
})

test('a sign-in session stays valid while the database is locked', async () => {
  const app = await createTestApp({ database: 'file' })
  const cookie = await signIn(app)
  const other = new Database(app.db.name)
  onTestFinished(() => void other.close())
  pass(1 * hour)
  other.exec('BEGIN IMMEDIATE')
  expect((await open(app, cookie)).status).toBe(200)
  other.exec('ROLLBACK')
  expect((await open(app, cookie)).headers.get('Set-Cookie')).toContain(cookie)
})

test('a sign-in session never expires later than 7 days after the sign-in', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
    pass(8 * hour)
    await open(app, cookie)
  }
  const [session] = stored(app.db).sessions as { created_at: number; expires_at: number }[]
  expect(session && session.expires_at - session.created_at).toBe(7 * 24 * 60 * 60)
})

test('a sign-in session ends after 7 days even if it is in use', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  for (let used = 0; used < 7 * 24 - 8; used += 8) {
    pass(8 * hour)
    expect((await open(app, cookie)).status).toBe(200)
  }
  pass(8 * hour)
  expect((await open(app, cookie)).status).toBe(401)
  expect(stored(app.db).sessions).toEqual([])
})

test('signs a deactivated user out at the next request', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  app.db.exec('UPDATE users SET isActive = 0')
  expect((await open(app, cookie)).status).toBe(401)
  expect(stored(app.db).sessions).toEqual([])
})

test('a sign-in deletes expired sessions from the database', async () => {
  const app = await createTestApp()
  await signIn(app)
  pass(13 * hour)
  await signIn(app, 'user')
  expect(stored(app.db).sessions).toHaveLength(1)
})

test('on https, ignores a session cookie without the prefix __Host-', async () => {
  const app = await createTestApp({ config: { publicOrigin: 'https://conferencia.gt' } })
  const cookie = await signIn(app)
  expect((await open(app, cookie.replace('__Host-', ''))).status).toBe(401)
})

test('after a lockout ends, the right password signs in', async () => {
  const app = await createTestApp()
  const { email } = await addUser(app.db, { email: 'ana@conferencia.gt' })
  const login = (password: string) => call(app, 'POST /api/auth/login', { json: { email, password } })
  for (let count = 0; count < 10; count++) await login('equivocada')
  const wait = Number((await login(password)).headers.get('Retry-After'))
  pass((wait - 1) * 1000)
  expect((await login(password)).status).toBe(429)
  pass(2000)
  expect((await login(password)).status).toBe(200)
})
