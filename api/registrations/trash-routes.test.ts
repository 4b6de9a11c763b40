import { expect, test } from 'vitest'
import { addRegistration, stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'

async function prepare() {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const registration = addRegistration(app.db)
  const send = (request: Parameters<typeof call>[1]) => call(app, request, { cookie })
  return { app, send, registration }
}

test('lists deleted registrations with the user who deleted them, and restores all data', async () => {
  const { app, send, registration } = await prepare()
  const before = stored(app.db).registrations
  await send(`DELETE /api/registrations/${registration.id}`)
  expect(await (await send('GET /api/registrations')).json()).toEqual([])
  const answer = await send('GET /api/trash')
  const [trashed] = await answer.json()
  expect(answer.headers.get('X-Counts')).toBe('total=1')
  expect(trashed).toMatchObject({ ...registration, deletedBy: { name: 'Ana López' } })
  expect(Date.parse(trashed.until) - Date.parse(trashed.deletedAt)).toBe(30 * 24 * 60 * 60 * 1000)
  const restored = await send(`POST /api/trash/${registration.id}/restore`)
  expect([restored.status, await restored.json(), stored(app.db).registrations]).toEqual([200, registration, before])
  expect((await send(`POST /api/trash/${registration.id}/restore`)).status).toBe(404)
  const noted: { action: string }[] = await (await send('GET /api/audit')).json()
  expect(noted.map(({ action }) => action).slice(0, 2)).toEqual(['registration-restored', 'registration-deleted'])
})

test('a person in the trash who has registered again cannot be restored', async () => {
  const { app, send, registration } = await prepare()
  await send(`DELETE /api/registrations/${registration.id}`)
  addRegistration(app.db)
  const answer = await send(`POST /api/trash/${registration.id}/restore`)
  expect([answer.status, await answer.json()]).toEqual([409, { error: 'Este email se registró de nuevo después de eliminarlo.' }])
})

test.each(['the list', 'the trash'])('erasing a person in %s deletes all data and is recorded', async (where) => {
  const { app, send, registration } = await prepare()
  if (where === 'the trash') await send(`DELETE /api/registrations/${registration.id}`)
  const answer = await send(`DELETE /api/registrations/${registration.id}/data`)
  expect([answer.status, await answer.json()]).toEqual([200, { erased: true, backups: [] }])
  expect([stored(app.db).registrations, await (await send('GET /api/trash')).json()]).toEqual([[], []])
  expect((await send(`DELETE /api/registrations/${registration.id}/data`)).status).toBe(404)
  const [noted] = await (await send('GET /api/audit')).json()
  expect(noted).toMatchObject({ action: 'registration-erased', subjectId: registration.id })
})
