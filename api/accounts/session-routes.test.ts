import { expect, test } from 'vitest'
import { later, longAgo, stored } from '../../data/testing.ts'
import { addUser, call, cookieOf, createTestApp, password, signIn, signInAs } from '../testing.ts'

const ana = { email: 'ana@conferencia.gt', name: 'Ana López', role: 'admin' }

async function withAna(publicOrigin?: string) {
  const app = await createTestApp(publicOrigin ? { config: { publicOrigin } } : {})
  const user = await addUser(app.db, { email: ana.email })
  return { app, user, login: { email: ana.email, password } }
}

test('a sign-in returns the user and stores the time of the sign-in', async () => {
  const { app, user, login } = await withAna()
  const answer = await call(app, 'POST /api/auth/login', { json: login })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ user: { id: user.id, ...ana, picture: '' } })
  const noted = app.db.prepare('SELECT lastLoginAt FROM users').pluck().get()
  expect(Date.parse(String(noted))).toBeGreaterThan(Date.parse(longAgo))
})

test('signs in a user whose e-mail is typed in upper or lower case', async () => {
  const { app, login } = await withAna()
  const answer = await call(app, 'POST /api/auth/login', { json: { ...login, email: ' ANA@Conferencia.GT' } })
  expect(answer.status).toBe(200)
})

test('wrong password, unknown account and inactive user get the same answer', async () => {
  const { app, login } = await withAna()
  await addUser(app.db, { email: 'inactive@conferencia.gt' })
  app.db.exec("UPDATE users SET isActive = 0 WHERE email = 'inactive@conferencia.gt'")
  const before = stored(app.db)
  for (const json of [
    { ...login, password: 'equivocada' },
    { ...login, email: 'nadie@conferencia.gt' },
    { ...login, email: 'inactive@conferencia.gt' },
  ]) {
    const answer = await call(app, 'POST /api/auth/login', { json })
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([401, null])
    expect(await answer.json()).toEqual({ error: 'Email o contraseña incorrectos' })
  }
  expect(stored(app.db)).toEqual(before)
})

test('for a visitor, the call for the current user returns null with HTTP status 200', async () => {
  const { app } = await withAna()
  for (const cookie of [undefined, `session=${'x'.repeat(43)}`]) {
    const answer = await call(app, 'GET /api/auth/me', { cookie })
    expect([answer.status, await answer.json()]).toEqual([200, { user: null }])
  }
})

test('returns the current user without the password hash', async () => {
  const { app, user } = await withAna()
  const answer = await call(app, 'GET /api/auth/me', { cookie: await signInAs(app, user) })
  expect(await answer.json()).toEqual({ user: { id: user.id, ...ana, picture: '' } })
})

test('signing out also invalidates copies of the session cookie', async () => {
  const { app, user } = await withAna()
  const cookie = await signInAs(app, user)
  const answer = await call(app, 'POST /api/auth/logout', { cookie, json: {} })
  expect([answer.status, await answer.json()]).toEqual([200, {}])
  expect(answer.headers.get('Set-Cookie')).toBe('session=; HttpOnly; Max-Age=0; Path=/; SameSite=Lax')
  expect((await call(app, 'GET /api/users', { cookie })).status).toBe(401)
  expect(stored(app.db).sessions).toEqual([])
})

test('signing out without a session succeeds', async () => {
  const { app } = await withAna()
  const answer = await call(app, 'POST /api/auth/logout', { json: {} })
  expect([answer.status, await answer.json()]).toEqual([200, {}])
})

test('signing out on one device keeps the sessions on all other devices', async () => {
  const { app, user } = await withAna()
  const [here, elsewhere] = [await signInAs(app, user), await signInAs(app, user)]
  await call(app, 'POST /api/auth/logout', { cookie: here, json: {} })
  expect((await call(app, 'GET /api/users', { cookie: elsewhere })).status).toBe(200)
})

test('a sign-in ends the browser’s previous session and creates a new token', async () => {
  const { app, user, login } = await withAna()
  const old = await signInAs(app, user)
  const fresh = cookieOf(await call(app, 'POST /api/auth/login', { cookie: old, json: login }))
  expect(fresh).not.toBe(old)
  expect((await call(app, 'GET /api/users', { cookie: old })).status).toBe(401)
  expect((await call(app, 'GET /api/users', { cookie: fresh })).status).toBe(200)
})

test('a session token that was set before the sign-in never becomes valid', async () => {
  const { app, login } = await withAna()
  const planted = `session=${'x'.repeat(43)}`
  const cookie = cookieOf(await call(app, 'POST /api/auth/login', { cookie: planted, json: login }))
  expect(cookie).not.toBe(planted)
  expect((await call(app, 'GET /api/users', { cookie: planted })).status).toBe(401)
})

test('after ten wrong passwords, the next sign-in gets 429 with the time to wait', async () => {
  const { app, login } = await withAna()
  const wrong = { ...login, password: 'equivocada' }
  for (let count = 0; count < 10; count++) expect((await call(app, 'POST /api/auth/login', { json: wrong })).status).toBe(401)
  const answer = await call(app, 'POST /api/auth/login', { json: login })
  expect(answer.status).toBe(429)
  expect(await answer.json()).toEqual({ error: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.' })
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(14 * 60)
  expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(15 * 60)
})

test('wrong passwords for an unknown account do not lock other accounts', async () => {
  const { app, login } = await withAna()
  const unknown = { email: 'nadie@conferencia.gt', password }
  for (let count = 0; count < 10; count++) await call(app, 'POST /api/auth/login', { json: unknown })
  expect((await call(app, 'POST /api/auth/login', { json: unknown })).status).toBe(429)
  expect((await call(app, 'POST /api/auth/login', { json: login })).status).toBe(200)
})

test('a made-up X-Forwarded-For header does not bypass the sign-in limit', async () => {
  const { app, login } = await withAna()
  const attempt = (address: string) => {
    const json = { ...login, password: 'equivocada' }
    return call(app, 'POST /api/auth/login', { json, headers: { 'X-Forwarded-For': address } })
  }
  for (let count = 0; count < 10; count++) await attempt(`10.0.0.${count}`)
  expect((await attempt('10.0.0.99')).status).toBe(429)
})

test('does not limit successful sign-ins', async () => {
  const app = await createTestApp()
  await signIn(app)
  const json = { email: 'admin@conferencia.gt', password }
  for (let count = 0; count < 12; count++) expect((await call(app, 'POST /api/auth/login', { json })).status).toBe(200)
})

test('a password must be typed exactly, and never expires', async () => {
  const app = await createTestApp()
  const admin = await signInAs(app, await addUser(app.db, { email: 'admin@conferencia.gt' }))
  const signsIn = async (email: string, typed: string) =>
    (await call(app, 'POST /api/auth/login', { json: { email, password: typed } })).status === 200
  for (const [count, chosen] of [' tres  tazas de té ', 'solominusculas', '⛵️🧭 ñandú', `${'ab'.repeat(99)}Xy`].entries()) {
    const email = `luis${count}@conferencia.gt`
    const made = await call(app, 'POST /api/users', { cookie: admin, json: { name: 'Luis', email, password: chosen } })
    expect(made.status).toBe(201)
    for (const other of [chosen.trim(), chosen.slice(0, -1), chosen.toUpperCase()])
      if (other !== chosen) expect(await signsIn(email, other), other).toBe(false)
    expect(await signsIn(email, chosen)).toBe(true)
  }
  later(3 * 365 * 24 * 60 * 60_000)
  expect(await signsIn('luis1@conferencia.gt', 'solominusculas')).toBe(true)
})
