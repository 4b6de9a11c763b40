import { expect, test } from 'vitest'
import { readContent } from '../../data/content/content.ts'
import { addItem, stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'

async function prepare(role: 'admin' | 'user' = 'admin') {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const other = role === 'admin' ? cookie : await signIn(app, role)
  const send = (request: Parameters<typeof call>[1], json?: unknown) => call(app, request, { cookie, json })
  const look = async (path: string) => {
    const answer = await call(app, `GET /api/history/${path}`, { cookie: other })
    return { status: answer.status, body: await answer.json() }
  }
  return { app, send, look }
}

test('the preview of a restore lists the effects without storing them', async () => {
  const { app, send, look } = await prepare()
  await send('PUT /api/registration-form', { modalTitle: 'Registro - Conferencia 2025' })
  await send('PUT /api/hero', { title: 'Otra', location: 'Antigua' })
  const before = stored(app.db).revisions
  const { status, body } = await look('0/restore?section=hero')
  expect(status).toBe(200)
  const told = Object.fromEntries(body.map(({ section, changes }: { section: string; changes: object[] }) => [section, changes]))
  expect(Object.keys(told).toSorted()).toEqual(['event', 'hero', 'registrationForm'])
  expect(told.event).toEqual([{ field: 'name', before: 'Otra', after: 'Conferencia 2025' }])
  expect(stored(app.db).revisions).toEqual(before)
  // The trial was rolled back, so the next save gets the same revision number. Content cached in the trial must not appear.
  await send('PUT /api/hero', { location: 'Xela' })
  expect(readContent(app.db).content.hero).toMatchObject({ title: 'Otra', location: 'Xela' })
  await send('POST /api/history/0/restore', { section: 'hero' })
  const now = readContent(app.db).content
  for (const { section, value } of body) expect(now[section as 'hero']).toEqual(value)
})

test('the preview of restoring a speaker lists the talks that get the speaker back', async () => {
  const { app, send, look } = await prepare()
  const scenarioId = addItem(app.db, 'scenarios').id
  const speaker = addItem(app.db, 'speakers', { name: 'Ana' })
  const talk = addItem(app.db, 'events', { title: 'A', scenarioId, speakerId: speaker.id })
  const previous = (await send(`DELETE /api/speakers/${speaker.id}`)).headers.get('X-Previous-Revision')
  const path = `${previous}/restore?id=${speaker.id}`
  const { body } = await look(path)
  expect(body).toMatchObject([
    { section: 'speakers', changes: [{ id: speaker.id, name: 'Ana', field: null, before: null }] },
    { section: 'events', changes: [{ id: talk.id, name: 'A', field: 'speakerId', before: '', after: speaker.id }] },
  ])
  await send(`POST /api/history/${previous}/restore`, { id: speaker.id })
  expect((await look(path)).body).toEqual([])
})

test('the preview of a restore names the reason if something cannot be restored', async () => {
  const { app, send, look } = await prepare('user')
  await send('PUT /api/event', { organiser: 'Otra' })
  const revision = stored(app.db).revisions.length
  const scenarioId = addItem(app.db, 'scenarios').id
  addItem(app.db, 'events', { scenarioId })
  expect(await look('999/restore')).toMatchObject({ status: 404 })
  expect(await look(`${revision}/restore`)).toMatchObject({
    status: 403,
    body: { error: 'Esto cambiaría los ajustes, el nombre o la fecha del evento: lo restaura un administrador.' },
  })
  expect(await look('0/restore?section=scenarios')).toEqual({
    status: 409,
    body: { error: 'No se puede restaurar: dejaría eventos sin su escenario.' },
  })
})
