import { expect, test } from 'vitest'
import { readSection } from '../../data/content/content.ts'
import { sectionDefaults } from '../../data/content/defaults.ts'
import { addItem, stored } from '../../data/testing.ts'
import { call, createTestApp, dataIn, signIn } from '../testing.ts'

const error = 'Alguien más guardó cambios mientras editabas. Recarga para ver la versión actual.'

async function editing() {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const save = (path: string, tag: string, json: object) =>
    call(app, `PUT /api/${path}`, { cookie, headers: { 'If-Match': `"${tag}"` }, json })
  return { app, cookie, save }
}

test('merges saves of two editors who changed different fields, and returns the merged fields', async () => {
  const { app, save } = await editing()
  const { hero } = sectionDefaults
  await save('hero', '0', { ...hero, location: 'Antigua', ctaText: 'Quiero ir' })
  const answer = await save('hero', '0', { ...hero, subtitle: 'Reserva la fecha' })
  const merged = { ...hero, location: 'Antigua', ctaText: 'Quiero ir', subtitle: 'Reserva la fecha' }
  expect([answer.status, answer.headers.get('X-Merged'), answer.headers.get('ETag')]).toEqual([200, 'location,ctaText', '"2"'])
  expect(await answer.json()).toEqual({ id: 1, ...merged, updatedAt: expect.any(String) })
  expect(readSection(app.db, 'hero').value).toEqual(merged)
  expect((await dataIn(await call(app, 'GET /'))).content.hero).toEqual(merged)
})

test('reports a field changed by two editors as a conflict, with the old and both new values', async () => {
  const { app, save } = await editing()
  await save('hero', '0', { location: 'Antigua' })
  const before = stored(app.db)
  const answer = await save('hero', '0', { location: 'Xela', subtitle: 'Otro' })
  const conflicts = { location: { base: sectionDefaults.hero.location, theirs: 'Antigua', yours: 'Xela' } }
  expect([answer.status, await answer.json()]).toEqual([409, { error, conflicts }])
  expect({ ...stored(app.db), sessions: before.sessions }).toEqual(before)
})

test('two editors who make equal changes cause no conflict', async () => {
  const { save } = await editing()
  await save('hero', '0', { location: 'Antigua', subtitle: 'Otro' })
  await save('hero', '1', { subtitle: sectionDefaults.hero.subtitle })
  const answer = await save('hero', '0', { location: 'Antigua', ctaText: 'Voy' })
  expect([answer.status, answer.headers.get('X-Merged')]).toEqual([200, null])
})

test('saves a field that only one editor changed, even after many saves by other editors', async () => {
  const { app, save } = await editing()
  for (let count = 0; count < 5; count++) await save('about', String(count), { title: `Título ${count}` })
  const answer = await save('about', '0', { imageAlt: 'El auditorio' })
  expect([answer.status, answer.headers.get('X-Merged')]).toEqual([200, 'title'])
  expect(readSection(app.db, 'about').value).toMatchObject({ title: 'Título 4', imageAlt: 'El auditorio' })
})

test('each save of an item sets a later updatedAt, even within one millisecond', async () => {
  const { app, save } = await editing()
  const item = addItem(app.db, 'speakers')
  const times = [item.updatedAt]
  for (const company of ['A', 'B', 'C']) {
    const { updatedAt } = await (await save(`speakers/${item.id}`, times.at(-1) ?? '', { company })).json()
    times.push(updatedAt)
  }
  expect(times).toEqual([...new Set(times)].toSorted())
  const answer = await save(`speakers/${item.id}`, times[1] ?? '', { bio: 'Programa.' })
  expect([answer.status, answer.headers.get('X-Merged')]).toEqual([200, 'company'])
  expect(await answer.json()).toMatchObject({ company: 'C', bio: 'Programa.' })
  const late = await save(`speakers/${item.id}`, times[1] ?? '', { company: 'D' })
  expect(await late.json()).toEqual({ error, conflicts: { company: { base: 'A', theirs: 'C', yours: 'D' } } })
})

test('rejects two edits whose merge would make a session end before it starts', async () => {
  const { app, save } = await editing()
  const event = addItem(app.db, 'events', { scenarioId: addItem(app.db, 'scenarios').id, startTime: '09:00', endTime: '10:00' })
  await save(`agenda/events/${event.id}`, event.updatedAt, { startTime: '09:45' })
  const answer = await save(`agenda/events/${event.id}`, event.updatedAt, { endTime: '09:30' })
  expect([answer.status, (await answer.json()).fields]).toEqual([
    422,
    { endTime: 'La hora de fin debe ser posterior a la de inicio' },
  ])
  expect(readSection(app.db, 'events').value).toMatchObject([{ startTime: '09:45', endTime: '10:00' }])
})

test('saving a deleted item does not restore it', async () => {
  const { app, cookie, save } = await editing()
  const item = addItem(app.db, 'partners')
  await call(app, `DELETE /api/partners/${item.id}`, { cookie })
  expect((await save(`partners/${item.id}`, item.updatedAt, { name: 'Otra' })).status).toBe(404)
  expect(readSection(app.db, 'partners').value).toEqual([])
})

test('merges a form of a session whose speaker was deleted while the form was open', async () => {
  const { app, cookie, save } = await editing()
  const speakerId = addItem(app.db, 'speakers').id
  const event = addItem(app.db, 'events', { scenarioId: addItem(app.db, 'scenarios').id, speakerId })
  await call(app, `DELETE /api/speakers/${speakerId}`, { cookie })
  const { id, createdAt: _, updatedAt, ...fields } = event
  const answer = await save(`agenda/events/${id}`, updatedAt, { ...fields, title: 'Clausura' })
  expect([answer.status, answer.headers.get('X-Merged')]).toEqual([200, 'speakerId,speakerIds'])
  expect(await answer.json()).toMatchObject({ title: 'Clausura', speakerId: '' })
})
