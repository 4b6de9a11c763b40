import { expect, test } from 'vitest'
import { readContent } from '../../data/content/content.ts'
import { registrationTexts, sectionDefaults } from '../../data/content/defaults.ts'
import { readForEdit } from '../../data/content/sections.ts'
import { clockTimeOf } from '../../data/zone.ts'
import { call, createTestApp, signIn, type TestApp } from '../testing.ts'

/** A conference that was stored without the section `event`, then saved under five names in `hero` and in `event`. */
async function renamedOften() {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const send = async (request: Parameters<typeof call>[1], json?: unknown) => {
    const answer = await call(app, request, { cookie, json })
    expect([request, answer.status]).toEqual([request, 200])
    return answer
  }
  const old = { ...sectionDefaults.hero, title: 'Días de la Red', eventDate: '2027-03-04T15:45:00.000Z' }
  app.db.prepare("INSERT INTO revisions (section, value, savedAt) VALUES ('hero', ?, '2026-01-01')").run(JSON.stringify(old))
  await send('PUT /api/registration-form', { modalTitle: 'Registro - Días de la Red', nameLabel: '¿Quién eres?' })
  await send('PUT /api/event', { name: 'Jornadas', startTime: '08:15' })
  await send('PUT /api/hero', { title: 'JS', description: 'Una tarde.', eventDate: '2027-11-20T18:30:00-06:00' })
  await send('PUT /api/registration-form', { nameLabel: 'Nombre' })
  await send('PUT /api/event', { name: 'x'.repeat(255), description: 'Dos.' })
  await send('PUT /api/event', { name: 'Al final' })
  const revisions = app.db.prepare<[], number>('SELECT id FROM revisions ORDER BY id').pluck().all()
  return { app, send, revisions }
}

/** Returns the pairs of values that should be equal in event, hero and form, but are not. */
function disagreements({ db, config: { timeZone } }: TestApp) {
  const { content } = readContent(db)
  const event = readForEdit(db, 'event', timeZone).value
  const said = [
    [event.name, content.hero.title],
    [content.event.name, content.hero.title],
    [event.description, content.hero.description],
    [event.startTime, clockTimeOf(timeZone, content.hero.eventDate)],
    [registrationTexts(content).modalTitle, `Registro - ${content.hero.title}`],
  ]
  return said.filter(([one, other]) => one !== other)
}

test('restoring a section updates the name and hours that other sections share with it', async () => {
  const { app, send, revisions } = await renamedOften()
  expect(revisions.length).toBeGreaterThan(8)
  expect(disagreements(app)).toEqual([])
  for (const revision of revisions) {
    await send(`POST /api/history/${revision}/restore`)
    expect([revision, disagreements(app)]).toEqual([revision, []])
  }
  for (const section of ['event', 'registrationForm', 'hero']) {
    await send('POST /api/history/0/restore', { section })
    expect([section, disagreements(app)]).toEqual([section, []])
  }
})

test('a restored registration form shows the current name of the conference', async () => {
  const { app, send } = await renamedOften()
  const form = () => readContent(app.db).content.registrationForm
  await send('POST /api/history/2/restore')
  expect(form()).toMatchObject({ modalTitle: 'Registro - Al final', nameLabel: '¿Quién eres?' })
  const own = await send('PUT /api/registration-form', { modalTitle: 'Aparta tu lugar' })
  const revision = own.headers.get('ETag')?.replaceAll('"', '')
  await send('PUT /api/registration-form', { modalTitle: 'Otro' })
  await send('PUT /api/event', { name: 'JS' })
  await send(`POST /api/history/${revision}/restore`)
  expect(form().modalTitle).toBe('Aparta tu lugar')
})

test('restoring the time before the first save restores a single default name in all sections', async () => {
  const { app, send } = await renamedOften()
  await send('POST /api/history/at', { time: '2026-02-01T00:00:00.000Z' })
  expect(readContent(app.db).content).toMatchObject({
    hero: { title: 'Días de la Red', eventDate: '2027-03-04T15:45:00.000Z' },
    event: { name: 'Días de la Red', startTime: '09:45' },
  })
})
