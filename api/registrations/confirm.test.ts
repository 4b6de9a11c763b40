import { expect, test } from 'vitest'
import type { Registration } from '../../data/registrations/schema.ts'
import { addRegistration, stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'

async function threePeople() {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const ids = ['ana', 'eva', 'luz'].map((name) => addRegistration(app.db, { name, email: `${name}@ejemplo.gt` }).id)
  const confirm = (json: object) => call(app, 'POST /api/registrations/confirm', { cookie, json })
  const confirmed = async () => {
    const list = await call(app, 'GET /api/registrations?status=confirmed', { cookie })
    return ((await list.json()) as Registration[]).map(({ name }) => name).toSorted()
  }
  return { app, cookie, ids, confirm, confirmed }
}

test('confirms several people in one call, or undoes their confirmations', async () => {
  const { app, ids, confirm, confirmed } = await threePeople()
  const answer = await confirm({ ids: ids.slice(0, 2), isConfirmed: true })
  expect([answer.status, await answer.json()]).toEqual([200, { changed: 2 }])
  expect(await confirmed()).toEqual(['ana', 'eva'])
  const noted = "SELECT subjectId FROM audit WHERE action = 'registration-confirmed' ORDER BY id"
  expect(app.db.prepare(noted).pluck().all()).toEqual(ids.slice(0, 2))
  await confirm({ ids, isConfirmed: false })
  expect(await confirmed()).toEqual([])
})

test('confirms nobody if one person of the call does not exist', async () => {
  const { app, ids, confirm } = await threePeople()
  const before = stored(app.db)
  expect((await confirm({ ids: [...ids, 'unknown'], isConfirmed: true })).status).toBe(404)
  expect(stored(app.db)).toEqual(before)
  expect(app.db.prepare("SELECT count(*) FROM audit WHERE action = 'registration-confirmed'").pluck().get()).toBe(0)
})

test.each(['waitlisted', 'cancelled'])('does not confirm a person who is %s', async (status) => {
  const { app, cookie, ids, confirm } = await threePeople()
  const [, eva = ''] = ids
  app.db.prepare('UPDATE registrations SET status = ?, waitingNumber = 1 WHERE id = ?').run(status, eva)
  const before = stored(app.db)
  const refused = [
    await confirm({ ids, isConfirmed: true }),
    await call(app, `PUT /api/registrations/${eva}`, { cookie, json: { isConfirmed: true } }),
  ]
  const error = 'Solo se confirma a quien tiene lugar. Usa antes «Dar lugar».'
  const [among, alone] = refused
  expect([among?.status, await among?.json()]).toEqual([409, { error, ids: [eva] }])
  expect([alone?.status, await alone?.json()]).toEqual([409, { error }])
  expect(stored(app.db)).toEqual(before)
  expect((await confirm({ ids, isConfirmed: false })).status).toBe(200)
  await call(app, `POST /api/registrations/${eva}/seat`, { cookie, json: {} })
  expect((await confirm({ ids, isConfirmed: true })).status).toBe(200)
})

test('a confirmed person who loses the seat and gets another is no longer confirmed', async () => {
  const { app, cookie, ids, confirm } = await threePeople()
  const [ana = ''] = ids
  await confirm({ ids, isConfirmed: true })
  for (const status of ['cancelled', 'registered']) {
    const changed = await call(app, `PUT /api/registrations/${ana}`, { cookie, json: { status } })
    expect(await changed.json()).toMatchObject({ status, isConfirmed: false })
  }
})

test('a call to confirm 1,000 people is not rejected as too large', async () => {
  const { confirm } = await threePeople()
  const ids = Array.from({ length: 1000 }, () => crypto.randomUUID())
  expect((await confirm({ ids, isConfirmed: true })).status).toBe(404)
})

test.each([
  { ids: [], isConfirmed: true },
  { ids: 'todos', isConfirmed: true },
  { ids: ['x'] },
  { ids: Array.from({ length: 1001 }, String), isConfirmed: true },
])('rejects a confirmation without a valid list of ids', async (json) => {
  const { confirm } = await threePeople()
  expect((await confirm(json)).status).toBe(422)
})
