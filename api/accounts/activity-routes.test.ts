import { expect, test } from 'vitest'
import { listActivity } from '../../data/accounts/activity.ts'
import { addUser, call, createTestApp, password, seed, signInAs, type TestApp, withIds } from '../testing.ts'

async function withAdmin() {
  const app = await createTestApp()
  const ids = await seed(app.db)
  const admin = await addUser(app.db, { email: 'admin@conferencia.gt' })
  return { app, ids, admin, cookie: await signInAs(app, admin) }
}

const newest = (app: TestApp) => listActivity(app.db, { limit: 1 })[0]
const count = (app: TestApp) => listActivity(app.db, {}).length

const newUser = { name: 'Luis', email: 'luis@conferencia.gt', password: 'secreto' }

test.each([
  ['PUT /api/hero', { subtitle: 'x' }, { action: 'content-saved', subject: 'hero', revision: 5 }],
  ['POST /api/partners', { name: 'x' }, { action: 'content-created', subject: 'partners', revision: 5 }],
  [
    'PUT /api/speakers/:speaker',
    { name: 'x' },
    { action: 'content-saved', subject: 'speakers', subjectId: ':speaker', revision: 5 },
  ],
  ['DELETE /api/partners/:partner', null, { action: 'content-deleted', subject: 'partners', subjectId: ':partner', revision: 5 }],
  [
    'PUT /api/registrations/:registration',
    { isConfirmed: true },
    { action: 'registration-confirmed', subjectId: ':registration' },
  ],
  [
    'PUT /api/registrations/:registration',
    { isConfirmed: false },
    { action: 'registration-unconfirmed', subjectId: ':registration' },
  ],
  ['DELETE /api/registrations/:registration', null, { action: 'registration-deleted', subjectId: ':registration' }],
  ['GET /api/registrations/export', null, { action: 'registrations-exported' }],
  ['POST /api/users', newUser, { action: 'user-created', subjectName: 'Luis' }],
  ['PUT /api/users/:user', { name: 'Eva' }, { action: 'user-changed', subjectId: ':user', subjectName: 'Eva' }],
  ['DELETE /api/users/:user', null, { action: 'user-deleted', subjectId: ':user', subjectName: null }],
  ['POST /api/publish', null, { action: 'publish-retried', revision: 4 }],
  ['POST /api/auth/logout', {}, { action: 'signed-out' }],
])('adds %s with the body %j to the activity log', async (request, json, activity) => {
  const { app, ids, admin, cookie } = await withAdmin()
  const answer = await call(app, withIds(request, ids), { cookie, ...(json && { json }) })
  expect([200, 201]).toContain(answer.status)
  const expected = { ...activity, ...('subjectId' in activity && { subjectId: ids[activity.subjectId.slice(1)] }) }
  expect(newest(app)).toMatchObject({ ...expected, userId: admin.id, role: 'admin', userName: 'Ana López' })
})

test.each([
  ['PUT /api/hero', { title: '' }],
  ['DELETE /api/agenda/scenarios/:scenario', null],
  ['PUT /api/speakers/unknown', { name: 'x' }],
  ['POST /api/users', { ...newUser, email: 'otra@conferencia.gt' }],
  ['DELETE /api/registrations/unknown', null],
])('adds nothing to the activity log if %s with the body %j is refused', async (request, json) => {
  const { app, ids, cookie } = await withAdmin()
  const before = count(app)
  const answer = await call(app, withIds(request, ids), { cookie, ...(json && { json }) })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(count(app)).toBe(before)
})

test('records an upload in the activity log by its generated file name, not the original', async () => {
  const { app, admin, cookie } = await withAdmin()
  const { uploadURL, fileName } = await (await call(app, 'POST /api/upload/url', { cookie, json: { fileName: 'a.svg' } })).json()
  await call(app, `PUT ${uploadURL}`, { cookie, body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
  expect(newest(app)).toMatchObject({ action: 'uploaded', subjectId: fileName, userId: admin.id })
})

test('records the account of a failed sign-in, but never the typed e-mail or password', async () => {
  const { app, admin } = await withAdmin()
  const login = (email: string, password: string) => call(app, 'POST /api/auth/login', { json: { email, password } })
  expect(newest(app)).toMatchObject({ action: 'signed-in', userId: admin.id })
  await login(admin.email, 'equivocada')
  expect(newest(app)).toMatchObject({ action: 'sign-in-failed', userId: admin.id })
  await login('nadie@secreto.gt', password)
  expect(newest(app)).toMatchObject({ action: 'sign-in-failed', userId: null, role: null })
  expect(JSON.stringify(app.db.prepare('SELECT * FROM audit').all())).not.toMatch(/@|nadie|equivocada/)
})

test('undoes a change whose activity entry cannot be stored', async () => {
  const { app, ids, cookie } = await withAdmin()
  app.db.exec('DROP TABLE audit')
  const name = () => app.db.prepare('SELECT name FROM users WHERE id = ?').pluck().get(ids.user)
  const before = name()
  expect((await call(app, `PUT /api/users/${ids.user}`, { cookie, json: { name: 'Eva' } })).status).toBe(500)
  expect(name()).toBe(before)
})

test('GET /api/audit returns one page of the activity log, and the number of all entries', async () => {
  const { app, cookie } = await withAdmin()
  await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'x' } })
  const answer = await call(app, 'GET /api/audit?limit=1&offset=1', { cookie })
  expect([answer.status, answer.headers.get('X-Counts')]).toEqual([200, 'total=2'])
  expect(await answer.json()).toMatchObject([{ action: 'signed-in', at: expect.stringMatching(/Z$/) }])
})

test.each(['limit=0', 'limit=1001', 'offset=-1', 'offset=x', 'search=x'])('refuses the activity filter ?%s', async (query) => {
  const { app, cookie } = await withAdmin()
  expect((await call(app, `GET /api/audit?${query}`, { cookie })).status).toBe(422)
})
