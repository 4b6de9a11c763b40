import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { admin } from '../support/product.ts'
import { openSession, type Session } from '../support/session.ts'
import { filesHolding, openDatabase, send } from './client.ts'

const product = await sharedProduct()
const secure = await sharedProduct({ PUBLIC_ORIGIN: 'https://conferencia.gt' })
const db = openDatabase(product)

const users = (headers: Record<string, string>) => send(product, 'GET /api/users', { headers })
const idOf = ({ Cookie }: Pick<Session, 'Cookie'>) => createHash('sha256').update(Cookie.replace('session=', '')).digest('hex')
const hour = 60 * 60
const now = () => Math.floor(Date.now() / 1000)

test('the session cookie is HttpOnly and SameSite, and bound to its host on https', async () => {
  const cookies = []
  for (const server of [product, secure]) {
    const { headers } = await send(server, 'POST /api/auth/login', { json: admin })
    cookies.push(headers['set-cookie']?.map((cookie) => cookie.replace(/=[\w-]{22,43};/, '=token;')))
  }
  expect(cookies).toEqual([
    [
      'session=token; HttpOnly; Max-Age=43200; Path=/; SameSite=Lax',
      // This cookie only recognises a browser, and gives no access.
      'device=token; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
    ],
    [
      '__Host-session=token; HttpOnly; Max-Age=43200; Path=/; SameSite=Lax; Secure',
      '__Host-device=token; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    ],
  ])
})

test('answers to signed-in users are not cached', async () => {
  const session = await openSession(product)
  for (const path of ['/api/users', '/api/registrations', '/api/registrations/export', '/api/auth/me', '/api/hero']) {
    expect((await send(product, `GET ${path}`, { headers: session })).headers['cache-control']).toBe('no-store')
  }
})

test('refuses a copy of the session cookie after signing out', async () => {
  const session = await openSession(product)
  expect((await users(session)).status).toBe(200)
  expect((await send(product, 'POST /api/auth/logout', { headers: session, json: {} })).status).toBe(200)
  expect((await users(session)).status).toBe(401)
})

test('no file on the server contains a session cookie', async () => {
  const { Cookie, Origin } = await openSession(product)
  const token = Cookie.replace('session=', '')
  expect(filesHolding(product, token)).toEqual([])
  // The control: the files contain the session's id, but the id does not work as a cookie.
  expect(filesHolding(product, idOf({ Cookie })).length).toBeGreaterThan(0)
  expect((await users({ Cookie: `session=${idOf({ Cookie })}`, Origin })).status).toBe(401)
})

test('a sign-in session ends 12 hours after its last use', async () => {
  const session = await openSession(product)
  const move = (seconds: number) =>
    db.prepare('UPDATE sessions SET expires_at = ? WHERE id = ?').run(now() + seconds, idOf(session))
  move(11 * hour)
  expect((await users(session)).status).toBe(200)
  const end = db.prepare<[string], number>('SELECT expires_at FROM sessions WHERE id = ?').pluck()
  expect(end.get(idOf(session))).toBeGreaterThan(now() + 12 * hour - 60)
  move(-1)
  expect((await users(session)).status).toBe(401)
})

test('a sign-in session ends 7 days after the sign-in, even if it is in use', async () => {
  const session = await openSession(product)
  const start = db.prepare('UPDATE sessions SET created_at = ?, expires_at = ? WHERE id = ?')
  start.run(now() - 7 * 24 * hour + 60, now() + 60, idOf(session))
  expect((await users(session)).status).toBe(200)
  start.run(now() - 7 * 24 * hour, now() + 12 * hour, idOf(session))
  expect((await users(session)).status).toBe(401)
})

test('cookies that cannot be decoded cause no error', async () => {
  const session = await openSession(product)
  for (const other of ['promo=50%', 'a=%ff; b=%', '%=1', 'session2=%; =; ;']) {
    const cookies = [other, `${other}; ${session.Cookie}`, `${session.Cookie}; ${other}`]
    const answers = await Promise.all(
      ['GET /api/hero', 'GET /api/auth/me', 'POST /api/registrations'].flatMap((line) => {
        const json = line.startsWith('POST') ? { name: 'José', email: 'jose@ejemplo.gt' } : undefined
        return cookies.map((Cookie) => send(product, line, { headers: { Cookie, Origin: product.origin }, json }))
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 201, 201, 201])
    expect((await users({ Cookie: `${other}; ${session.Cookie}` })).status).toBe(200)
  }
})
