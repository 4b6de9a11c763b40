import { expect, test } from 'vitest'
import { requireSecondFactor } from '../../data/accounts/second-factor.ts'
import { addItem, stored } from '../../data/testing.ts'
import { call, createTestApp, seed, signIn } from '../testing.ts'

// tests/hardening/matrix.test.ts tries every call with every role.

test.each([undefined, 'session=', `session=${'x'.repeat(43)}`])(
  'refuses a call that needs a sign-in session if its cookie is %j',
  async (cookie) => {
    const app = await createTestApp()
    const before = stored(app.db)
    const answer = await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'Otro' } })
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'Inicia sesión para continuar.' }])
    expect(stored(app.db)).toEqual(before)
  },
)

test('answers 403 to a user who makes a call that only administrators may make', async () => {
  const app = await createTestApp()
  const { user } = await seed(app.db)
  const cookie = await signIn(app, 'user')
  const before = stored(app.db)
  const answer = await call(app, `PUT /api/users/${user}`, { cookie, json: { role: 'admin' } })
  expect([answer.status, await answer.json()]).toEqual([403, { error: 'No tienes permiso para hacer esto.' }])
  expect(stored(app.db)).toEqual(before)
})

test.each(['GET /api/unknown', 'PUT /api/hero/', 'GET /api/HERO', 'POST /api/hero', 'PATCH /api/hero'] as const)(
  'answers the unknown call %s with 401 to a visitor, and with 404 to a signed-in user',
  async (request) => {
    const app = await createTestApp()
    expect((await call(app, request)).status).toBe(401)
    expect((await call(app, request, { cookie: await signIn(app) })).status).toBe(404)
  },
)

test('a user without the required second factor gets only public content', async () => {
  const app = await createTestApp()
  addItem(app.db, 'speakers', { name: 'Ana', isActive: false })
  const cookie = await signIn(app)
  const names = async () =>
    (await (await call(app, 'GET /api/speakers', { cookie })).json()).map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['Ana'])
  requireSecondFactor(app.db, true)
  expect(await names()).toEqual([])
  expect((await call(app, 'GET /api/auth/me', { cookie })).status).toBe(200)
  expect((await call(app, 'GET /api/users', { cookie })).status).toBe(403)
})

test("changing a user's role takes effect at the next request", async () => {
  const app = await createTestApp()
  const { user } = await seed(app.db)
  const cookie = await signIn(app)
  app.db.exec("UPDATE users SET role = 'user'")
  expect((await call(app, `DELETE /api/users/${user}`, { cookie })).status).toBe(403)
})

test('forbids caches to store any answer of the API', async () => {
  const app = await createTestApp()
  for (const request of ['GET /api/hero', 'GET /api/users', 'GET /api/unknown'] as const) {
    expect((await call(app, request)).headers.get('Cache-Control')).toBe('no-store')
  }
})
