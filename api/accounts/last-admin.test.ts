import { expect, test } from 'vitest'
import { stored } from '../../data/testing.ts'
import { addUser, call, signInAs, withAdmin } from '../testing.ts'

test.each([{ role: 'user' }, { isActive: false }])('refuses to change the last active administrator to %o', async (json) => {
  const { app, cookie, admin } = await withAdmin()
  await addUser(app.db, { email: 'luis@conferencia.gt', role: 'user' })
  const before = stored(app.db)
  const answer = await call(app, `PUT /api/users/${admin.id}`, { cookie, json })
  expect([answer.status, await answer.json()]).toEqual([409, { error: 'Debe quedar al menos un administrador activo.' }])
  expect(stored(app.db)).toEqual(before)
})

test("one administrator remains if two administrators remove each other's role at once", async () => {
  const { app, cookie, admin } = await withAdmin()
  const other = await addUser(app.db, { email: 'luis@conferencia.gt' })
  const otherCookie = await signInAs(app, other)
  const answers = await Promise.all([
    call(app, `PUT /api/users/${other.id}`, { cookie, json: { role: 'user' } }),
    call(app, `PUT /api/users/${admin.id}`, { cookie: otherCookie, json: { role: 'user' } }),
  ])
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses[0]).toBe(200)
  // 403 if the second caller has already lost the role of administrator, else 409 because no administrator would remain.
  expect([403, 409]).toContain(statuses[1])
})

test('users cannot delete themselves, even if another administrator exists', async () => {
  const { app, cookie, admin } = await withAdmin()
  await addUser(app.db, { email: 'luis@conferencia.gt' })
  const before = stored(app.db)
  const answer = await call(app, `DELETE /api/users/${admin.id}`, { cookie })
  expect([answer.status, await answer.json()]).toEqual([409, { error: 'No puedes eliminar tu propio usuario.' }])
  expect(stored(app.db)).toEqual(before)
})
