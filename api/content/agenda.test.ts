import { expect, test } from 'vitest'
import { addItem, stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'

async function withScenario() {
  const app = await createTestApp()
  const cookie = await signIn(app)
  return { app, cookie, scenario: addItem(app.db, 'scenarios') }
}

test('lists the sessions of the agenda by start time', async () => {
  const { app, scenario } = await withScenario()
  for (const startTime of ['14:00', '08:30', '10:15']) {
    addItem(app.db, 'events', { startTime, endTime: '', scenarioId: scenario.id })
  }
  const events: { startTime: string }[] = await (await call(app, 'GET /api/agenda/events')).json()
  expect(events.map(({ startTime }) => startTime)).toEqual(['08:30', '10:15', '14:00'])
})

test.each([
  ['an unknown scenario', { scenarioId: 'unknown' }, { scenarioId: 'Selecciona un escenario que exista' }],
  ['an unknown speaker', { speakerId: 'unknown' }, { speakerId: 'Selecciona un speaker que exista' }],
  ['an unknown speaker in the list', { speakerIds: ['unknown'] }, { speakerIds: 'Selecciona un speaker que exista' }],
  ['no scenario', { scenarioId: '' }, { scenarioId: 'Selecciona un escenario' }],
  [
    'a speaker who is not the first of the list',
    { speakerId: 'a', speakerIds: ['b'] },
    { speakerId: 'No es el primero de la lista de speakers' },
  ],
  ['an end before the start', { endTime: '08:00' }, { endTime: 'La hora de fin debe ser posterior a la de inicio' }],
])('rejects a session with %s at the field, and changes nothing', async (_, wrong, fields) => {
  const { app, cookie, scenario } = await withScenario()
  const valid = { title: 'Apertura', startTime: '09:00', endTime: '10:00', scenarioId: scenario.id }
  const { id } = addItem(app.db, 'events', valid)
  const before = stored(app.db)
  const created = await call(app, 'POST /api/agenda/events', { cookie, json: { ...valid, ...wrong } })
  const changed = await call(app, `PUT /api/agenda/events/${id}`, { cookie, json: wrong })
  for (const answer of [created, changed]) {
    expect([answer.status, await answer.json()]).toEqual([422, { error: 'Revisa los campos marcados.', fields }])
  }
  expect(stored(app.db)).toEqual(before)
})

test('accepts a session without a speaker', async () => {
  const { app, cookie, scenario } = await withScenario()
  const event = { title: 'Café', startTime: '10:00', scenarioId: scenario.id }
  for (const json of [event, { ...event, speakerId: null, endTime: null, description: null }]) {
    const answer = await call(app, 'POST /api/agenda/events', { cookie, json })
    expect(await answer.json()).toMatchObject({ speakerId: '', endTime: '', description: '' })
  }
})

test('refuses to delete a room (scenario) that has sessions', async () => {
  const { app, cookie, scenario } = await withScenario()
  const event = addItem(app.db, 'events', { scenarioId: scenario.id })
  const before = stored(app.db)
  const refused = await call(app, `DELETE /api/agenda/scenarios/${scenario.id}`, { cookie })
  const error = 'Este escenario tiene eventos. Muévelos o elimínalos primero.'
  expect([refused.status, await refused.json()]).toEqual([409, { error }])
  expect(stored(app.db)).toEqual(before)
  await call(app, `DELETE /api/agenda/events/${event.id}`, { cookie })
  expect((await call(app, `DELETE /api/agenda/scenarios/${scenario.id}`, { cookie })).status).toBe(200)
})

test('visitors do not get the sessions of a hidden room (scenario)', async () => {
  const { app, cookie, scenario } = await withScenario()
  const event = addItem(app.db, 'events', { scenarioId: scenario.id })
  await call(app, `PUT /api/agenda/scenarios/${scenario.id}`, { cookie, json: { isActive: false } })
  expect(await (await call(app, 'GET /api/agenda/events')).json()).toEqual([])
  expect(await (await call(app, 'GET /api/agenda/events', { cookie })).json()).toEqual([event])
})

test('deleting a speaker removes the speaker from their sessions', async () => {
  const { app, cookie, scenario } = await withScenario()
  const speaker = addItem(app.db, 'speakers')
  const event = addItem(app.db, 'events', { scenarioId: scenario.id, speakerId: speaker.id })
  await call(app, `DELETE /api/speakers/${speaker.id}`, { cookie })
  expect(await (await call(app, 'GET /api/agenda/events')).json()).toEqual([
    { ...event, speakerId: '', speakerIds: [], updatedAt: expect.any(String) },
  ])
})

test('a session accepts a list of speakers, or one speaker in the older field speakerId', async () => {
  const { app, cookie, scenario } = await withScenario()
  const [a, b, c] = ['A', 'B', 'C'].map((name) => addItem(app.db, 'speakers', { name }).id)
  const send = async (line: `POST ${string}` | `PUT ${string}`, json: object) => {
    const { id, speakerId, speakerIds } = await (await call(app, line, { cookie, json })).json()
    return { id, said: [speakerId, speakerIds] }
  }
  const talk = { title: 'Charla', startTime: '09:00', scenarioId: scenario.id }
  const { id, said } = await send('POST /api/agenda/events', { ...talk, speakerIds: [b, a] })
  expect(said).toEqual([b, [b, a]])
  const change = `PUT /api/agenda/events/${id}` as const
  expect((await send(change, { speakerIds: [a, b, c, a] })).said).toEqual([a, [a, b, c]])
  expect((await send(change, { title: 'Otra', speakerId: a })).said).toEqual([a, [a, b, c]])
  expect((await send(change, { speakerId: c })).said).toEqual([c, [c]])
  expect((await send('POST /api/agenda/events', { ...talk, speakerId: a })).said).toEqual([a, [a]])
})

test('a session without title, start time and room gets a message for each field', async () => {
  const { app, cookie } = await withScenario()
  const answer = await call(app, 'POST /api/agenda/events', { cookie, json: {} })
  expect(await answer.json()).toMatchObject({
    fields: {
      title: 'Título requerido',
      startTime: 'Escribe la hora como HH:mm, por ejemplo 09:00',
      scenarioId: 'Selecciona un escenario',
    },
  })
})
