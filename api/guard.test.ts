import { describe, expect, test } from 'vitest'
import { call, createTestApp, seed, signIn, stored, withIds } from './testing.ts'

const open = [
  'GET /api/auth/me',
  'GET /api/hero',
  'GET /api/about',
  'GET /api/benefits',
  'GET /api/segments',
  'GET /api/registration-form',
  'GET /api/speakers',
  'GET /api/agenda/scenarios',
  'GET /api/agenda/events',
  'GET /api/partners',
  'GET /api/live',
  'GET /api/ready',
] as const

const closed: Record<string, object | null> = {
  'PUT /api/hero': { subtitle: 'Otro' },
  'PUT /api/about': { title: 'Otro' },
  'PUT /api/benefits': { title: 'Otro' },
  'PUT /api/segments': { title: 'Otro' },
  'PUT /api/registration-form': { modalTitle: 'Otro' },
  'POST /api/speakers': { name: 'Ana', title: 'CTO', company: 'Labs' },
  'PUT /api/speakers/:speaker': { name: 'Otro' },
  'DELETE /api/speakers/:speaker': null,
  'POST /api/agenda/scenarios': { name: 'Otro' },
  'PUT /api/agenda/scenarios/:scenario': { name: 'Otro' },
  'DELETE /api/agenda/scenarios/:scenario': null,
  'POST /api/agenda/events': { title: 'Otro', startTime: '09:00', scenarioId: '1' },
  'PUT /api/agenda/events/:event': { title: 'Otro' },
  'DELETE /api/agenda/events/:event': null,
  'POST /api/partners': { name: 'Otro' },
  'PUT /api/partners/:partner': { name: 'Otro' },
  'DELETE /api/partners/:partner': null,
  'GET /api/registrations': null,
  'GET /api/registrations/export': null,
  'GET /api/registrations/days': null,
  'PUT /api/registrations/:registration': { isConfirmed: true },
  'DELETE /api/registrations/:registration': null,
  'GET /api/users': null,
  'POST /api/users': { name: 'Otro', email: 'otro@conferencia.gt', password: 'secreto' },
  'PUT /api/users/:user': { name: 'Otro' },
  'DELETE /api/users/:user': null,
  'GET /api/publish': null,
  'POST /api/upload/url': { fileName: 'logo.png' },
}

/** The calls that only administrators may make. */
const adminOnly = ['POST /api/users', 'PUT /api/users/:user', 'DELETE /api/users/:user']

test.each(open)('%s is open to visitors', async (request) => {
  expect((await call(await createTestApp({ isPublished: true }), request)).status).toBe(200)
})

const options = (json: object | null) => (json ? { json } : {})

describe.each(Object.entries(closed))('%s', (path, json) => {
  test('without a session, or with a made-up one, is refused and changes nothing', async () => {
    const app = await createTestApp()
    const request = withIds(path, await seed(app.db))
    const before = stored(app.db)
    for (const cookie of [undefined, 'session=', `session=${'x'.repeat(43)}`]) {
      const answer = await call(app, request, { cookie, ...options(json) })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toEqual({ error: 'Inicia sesión para continuar.' })
      expect(stored(app.db)).toEqual(before)
    }
  })
})

test.each(adminOnly)('%s is refused to a user who is no administrator, and changes nothing', async (request) => {
  const app = await createTestApp()
  const ids = await seed(app.db)
  const cookie = await signIn(app, 'user')
  const before = stored(app.db)
  const answer = await call(app, withIds(request, ids), { cookie, ...options(closed[request] ?? null) })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toEqual({ error: 'No tienes permiso para hacer esto.' })
  expect(stored(app.db)).toEqual(before)
})

test.each(Object.entries(closed).filter(([request]) => !adminOnly.includes(request)))(
  '%s is open to every signed-in user, administrator or not',
  async (request, json) => {
    const app = await createTestApp()
    const ids = await seed(app.db)
    const cookie = await signIn(app, 'user')
    const answer = await call(app, withIds(request, ids), { cookie, ...options(json) })
    await answer.text()
    // Two of the samples are not valid here: an unknown scenario, and one that holds an event.
    expect([200, 201, 409, 422]).toContain(answer.status)
  },
)

test.each(['GET /api/unknown', 'PUT /api/hero/', 'GET /api/HERO', 'POST /api/hero', 'PATCH /api/hero'] as const)(
  '%s needs a session, though there is no such call: what is not listed as open is closed',
  async (request) => {
    const app = await createTestApp()
    expect((await call(app, request)).status).toBe(401)
    expect((await call(app, request, { cookie: await signIn(app) })).status).toBe(404)
  },
)

test('a role is read on each request, so that a demotion takes effect at once', async () => {
  const app = await createTestApp()
  const { user } = await seed(app.db)
  const cookie = await signIn(app)
  app.db.exec("UPDATE users SET role = 'user'")
  expect((await call(app, `DELETE /api/users/${user}`, { cookie })).status).toBe(403)
})

test('no answer of the API may be kept by a cache, for it depends on who asks', async () => {
  const app = await createTestApp()
  for (const request of ['GET /api/hero', 'GET /api/users', 'GET /api/unknown'] as const) {
    expect((await call(app, request)).headers.get('Cache-Control')).toBe('no-store')
  }
})
