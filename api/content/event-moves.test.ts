import { expect, test } from 'vitest'
import { latestRevision, readSection } from '../../data/content/content.ts'
import { addItem } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'

async function withTwoTalks() {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const [ceiba, jade] = [addItem(app.db, 'scenarios'), addItem(app.db, 'scenarios')]
  const at = (scenarioId: string, startTime: string, endTime: string) => ({ scenarioId, startTime, endTime })
  const first = addItem(app.db, 'events', { title: 'Redes', ...at(ceiba.id, '09:00', '09:40') })
  const second = addItem(app.db, 'events', { title: 'Nubes', ...at(jade.id, '11:00', '11:30') })
  const stored = () =>
    Object.fromEntries(
      readSection(app.db, 'events').value.map(({ title, scenarioId, startTime, endTime }) => [
        title,
        [scenarioId, startTime, endTime],
      ]),
    )
  const move = (events: object[]) => call(app, 'PUT /api/agenda/events', { cookie, json: { events } })
  return { app, cookie, ceiba, jade, first, second, at, stored, move }
}

test('swaps the times and rooms of two talks in one save', async () => {
  const { app, cookie, ceiba, jade, first, second, at, stored, move } = await withTwoTalks()
  const before = latestRevision(app.db)
  const answer = await move([
    { id: first.id, updatedAt: first.updatedAt, ...at(jade.id, '11:00', '11:30') },
    { id: second.id, updatedAt: second.updatedAt, ...at(ceiba.id, '09:00', '09:40') },
  ])
  expect([answer.status, answer.headers.get('X-Published-Revision')]).toEqual([200, String(before + 1)])
  expect(stored()).toEqual({ Redes: [jade.id, '11:00', '11:30'], Nubes: [ceiba.id, '09:00', '09:40'] })
  expect(latestRevision(app.db)).toBe(before + 1)
  const activity = await (await call(app, 'GET /api/audit', { cookie })).json()
  expect(activity.slice(0, 2).map(({ subjectName }: { subjectName: string }) => subjectName)).toEqual(
    expect.arrayContaining(['Redes', 'Nubes']),
  )
})

test('if one of several moves is invalid, moves no talk and returns the index of that move', async () => {
  const { app, ceiba, first, second, stored, move } = await withTwoTalks()
  const before = stored()
  const revision = latestRevision(app.db)
  const early = await move([
    { id: first.id, startTime: '10:00', endTime: '10:40' },
    { id: second.id, endTime: '08:00' },
  ])
  expect([early.status, (await early.json()).fields]).toEqual([
    422,
    { 'events.1.endTime': 'La hora de fin debe ser posterior a la de inicio' },
  ])
  const nowhere = await move([
    { id: first.id, startTime: '10:00', endTime: '10:40' },
    { id: second.id, scenarioId: 'ninguno' },
  ])
  expect((await nowhere.json()).fields).toEqual({ 'events.1.scenarioId': 'Selecciona un escenario que exista' })
  expect((await move([{ id: first.id, scenarioId: ceiba.id }, { id: 'ninguno' }])).status).toBe(404)
  expect((await move([{ id: first.id }, { id: first.id }])).status).toBe(422)
  expect((await move([{ id: first.id, title: 'Otro' }])).status).toBe(422)
  expect([stored(), latestRevision(app.db)]).toEqual([before, revision])
})

test('refuses to move a talk that another user has moved in the meantime', async () => {
  const { app, cookie, first, second, stored, move } = await withTwoTalks()
  const change = (json: object) => call(app, `PUT /api/agenda/events/${second.id}`, { cookie, json })
  await change({ title: 'Más nubes' })
  const moved = { id: second.id, updatedAt: second.updatedAt, startTime: '12:00', endTime: '12:30' }
  expect((await move([moved])).status).toBe(200)
  expect(stored()['Más nubes']?.slice(1)).toEqual(['12:00', '12:30'])
  const refused = await move([
    { id: first.id, updatedAt: first.updatedAt, startTime: '13:00', endTime: '13:40' },
    { ...moved, startTime: '15:00', endTime: '15:30' },
  ])
  expect(refused.status).toBe(409)
  expect([stored().Redes?.[1], stored()['Más nubes']?.[1]]).toEqual(['09:00', '12:00'])
})

test('a refused move lists the talks that other users have deleted or moved', async () => {
  const { app, cookie, first, second, at, ceiba, stored, move } = await withTwoTalks()
  const third = addItem(app.db, 'events', { title: 'Cables', ...at(ceiba.id, '15:00', '15:30') })
  const fourth = addItem(app.db, 'events', { title: 'Antenas', ...at(ceiba.id, '16:00', '16:30') })
  await call(app, `PUT /api/agenda/events/${second.id}`, { cookie, json: { startTime: '11:05' } })
  await call(app, `PUT /api/agenda/events/${third.id}`, { cookie, json: { startTime: '15:05' } })
  const moved = [first, second, third, fourth].map(({ id, updatedAt }) => ({
    id,
    updatedAt,
    startTime: '10:00',
    endTime: '10:30',
  }))
  const overtaken = await move(moved)
  expect([overtaken.status, await overtaken.json()]).toEqual([
    409,
    {
      error: 'Algo de esto cambió mientras tanto: no se movió nada.',
      missing: [],
      overtaken: [second.id, third.id],
    },
  ])
  await call(app, `DELETE /api/agenda/events/${fourth.id}`, { cookie })
  const both = await move(moved)
  expect([both.status, await both.json()]).toMatchObject([409, { missing: [fourth.id], overtaken: [second.id, third.id] }])
  const missing = await move(moved.filter(({ id }) => id === first.id || id === fourth.id))
  expect([missing.status, await missing.json()]).toEqual([
    404,
    {
      error: 'Algo de esto ya no existe: no se movió nada.',
      missing: [fourth.id],
      overtaken: [],
    },
  ])
  expect((await move(moved.slice(0, 1))).status).toBe(200)
  expect([stored().Redes?.[1], stored().Nubes?.[1], stored().Cables?.[1]]).toEqual(['10:00', '11:05', '15:05'])
})

test('moving more than ten talks in one save adds one activity entry', async () => {
  const { app, cookie, ceiba, move } = await withTwoTalks()
  const many = Array.from({ length: 11 }, (_, index) =>
    addItem(app.db, 'events', { title: `Charla ${index}`, scenarioId: ceiba.id, startTime: '15:00', endTime: '' }),
  )
  const count = async () => (await (await call(app, 'GET /api/audit', { cookie })).json()).length
  const before = await count()
  expect((await move(many.map(({ id }) => ({ id, startTime: '16:00' })))).status).toBe(200)
  expect(await count()).toBe(before + 1)
})
