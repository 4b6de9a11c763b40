import { expect, test } from 'vitest'
import { readSection, updateItem } from '../../data/content/content.ts'
import { insertRevision } from '../../data/content/revisions.ts'
import { endAllSpeakerLinks, forgetSpeakers } from '../../data/speakers/links.ts'
import { holdClock, zone } from '../../data/testing.ts'
import { dayMs } from '../../data/time.ts'
import { call, dataIn } from '../testing.ts'
import { contentNow, drawing, form, openLink, photo } from './testing.ts'

test('the page of a speaker’s secret link is not cached or indexed', async () => {
  const { app, path } = await openLink()
  const page = await call(app, `GET ${path}`)
  expect([page.status, page.headers.get('Cache-Control'), page.headers.get('X-Robots-Tag')]).toEqual([200, 'no-store', 'noindex'])
  expect(await dataIn(page)).toMatchObject({ speakerPage: { name: 'Ana Batz', isReview: false } })
  const token = path.split('/')[2] ?? ''
  expect(app.db.prepare('SELECT hash FROM speakerLinks').pluck().all()).not.toContain(token)
  expect((await call(app, `GET /ponente/${'A'.repeat(43)}`)).status).toBe(404)
})

test('a speaker can change profile and talks in one save, and the history lists the save', async () => {
  const { app, cookie, speaker, talk, path, send } = await openLink()
  const answer = await send({
    [`speakers.${speaker.id}.bio`]: 'Construye redes',
    [`speakers.${speaker.id}.links.0.label`]: 'Sitio',
    [`speakers.${speaker.id}.links.0.url`]: 'ana.gt',
    [`events.${talk.id}.slidesUrl`]: 'https://slides.gt/redes',
  })
  expect([answer.status, answer.headers.get('Location')?.endsWith('#guardado')]).toEqual([303, true])
  expect(contentNow(app).speaker).toMatchObject({ bio: 'Construye redes', links: [{ label: 'Sitio', url: 'https://ana.gt' }] })
  expect(contentNow(app).talks[0]).toMatchObject({ slidesUrl: 'https://slides.gt/redes' })
  const page = JSON.stringify(await dataIn(await call(app, `GET ${path}`)))
  expect([page.includes('links.1.url'), page.includes('links.2.url')]).toEqual([true, false])
  const history = await (await call(app, 'GET /api/history', { cookie })).json()
  expect(history[0].by).toEqual({ id: speaker.id, name: 'Ana Batz', isSpeaker: true })
})

test.each([
  ['a field of the speaker that is not in the list', (ids: Ids) => `speakers.${ids.speaker}.slug`],
  ['the private e-mail', (ids: Ids) => `speakers.${ids.speaker}.email`],
  ['the photo as a text', (ids: Ids) => `speakers.${ids.speaker}.image`],
  ['the hour of the talk', (ids: Ids) => `events.${ids.talk}.startTime`],
  ['the speakers of the talk', (ids: Ids) => `events.${ids.talk}.speakerIds`],
  ['a talk of somebody else', (ids: Ids) => `events.${ids.other}.title`],
  ['a section', () => 'hero.title'],
  ['a seventh link', (ids: Ids) => `speakers.${ids.speaker}.links.6.url`],
  ['a prototype', () => '__proto__.polluted'],
])('refuses to change %s with a speaker’s secret link', async (_, name) => {
  const { app, speaker, talk, other, send } = await openLink()
  const before = contentNow(app)
  const ids = { speaker: speaker.id, talk: talk.id, other: other.id }
  const answer = await send({ [`speakers.${speaker.id}.bio`]: 'Otra', [name(ids)]: 'x' })
  expect(answer.status).toBe(422)
  expect(contentNow(app)).toEqual(before)
})

type Ids = { speaker: string; talk: string; other: string }

test.each(['javascript:alert(1)', 'http://localhost:3000/api/hero', `https://a.gt/${'x'.repeat(3_000)}`])(
  'refuses %.30s as the URL of a talk’s slides',
  async (slidesUrl) => {
    const { app, talk, send } = await openLink()
    expect((await send({ [`events.${talk.id}.slidesUrl`]: slidesUrl })).status).toBe(422)
    expect(contentNow(app).talks[0]?.slidesUrl).toBe('')
  },
)

test('merges changes of a speaker with changes of organisers, and reports conflicts', async () => {
  const { app, speaker, send } = await openLink()
  const version = speaker.updatedAt
  const at = new Date().toISOString()
  updateItem(app.db, 'speakers', speaker.id, { title: 'Directora', bio: 'Del equipo' }, { by: null, at })
  const sent = { [`speakers.${speaker.id}.version`]: version, [`speakers.${speaker.id}.title`]: speaker.title }
  expect((await send({ ...sent, [`speakers.${speaker.id}.company`]: 'Labs' })).status).toBe(303)
  expect(contentNow(app).speaker).toMatchObject({ title: 'Directora', company: 'Labs' })
  expect((await send({ ...sent, [`speakers.${speaker.id}.bio`]: 'Mía' })).status).toBe(409)
  expect(contentNow(app).speaker?.bio).toBe('Del equipo')
})

test('undoes what a speaker changed since a given time, except fields corrected since', async () => {
  const { app, cookie, speaker, talk, path, send, post } = await openLink()
  const since = new Date().toISOString()
  await send({ [`speakers.${speaker.id}.bio`]: 'Intrusa', [`speakers.${speaker.id}.company`]: 'Mala' })
  await send({ [`events.${talk.id}.title`]: 'Robado' })
  await send({}, '/confirmar')
  updateItem(app.db, 'speakers', speaker.id, { company: 'Corregida' }, { by: null, at: new Date().toISOString() })
  const answer = await post(`/${speaker.id}/take-back`, { since, endLink: true })
  const { takenBack, left } = await answer.json()
  expect([takenBack.length, left]).toEqual([2, [expect.objectContaining({ field: 'company' })]])
  expect(contentNow(app).speaker).toMatchObject({ bio: '', company: 'Corregida' })
  expect(contentNow(app).talks[0]?.title).toBe('Redes')
  expect((await call(app, `GET ${path}`)).status).toBe(404)
  expect((await send({ [`speakers.${speaker.id}.bio`]: 'Otra vez' })).status).toBe(404)
  expect((await call(app, `DELETE /api/speakers/${speaker.id}/link`, { cookie })).status).toBe(404)
  const [status] = await (await call(app, 'GET /api/speakers/status', { cookie })).json()
  expect(status).toMatchObject({ hasLink: false, confirmedAt: null, changedAt: expect.any(String) })
})

test('a speaker can upload only images, in at most ten attempts an hour', async () => {
  const { app, path } = await openLink()
  const upload = (...file: Parameters<typeof photo>) => call(app, `POST ${path}/foto`, photo(...file))
  expect((await upload(drawing)).status).toBe(303)
  expect(contentNow(app).speaker?.image).toMatch(/^\/public-objects\/.+\.svg$/)
  expect((await upload('<script>', 'a.html', 'text/html')).status).toBe(415)
  expect((await call(app, `POST ${path}/foto`, form({ photo: 'x' }))).status).toBe(415)
  const statuses: number[] = []
  for (let count = 3; count < 11; count++) statuses.push((await upload('', 'a.html', 'text/html')).status)
  expect([statuses.at(0), statuses.at(-1)]).toEqual([415, 429])
})

test('a speaker’s secret link allows thirty saves an hour', async () => {
  const { speaker, send } = await openLink()
  const statuses: number[] = []
  for (let count = 0; count < 31; count++)
    statuses.push((await send({ [`speakers.${speaker.id}.bio`]: `Texto ${count}` })).status)
  expect([statuses.slice(0, 30).every((status) => status === 303), statuses[30]]).toEqual([true, 429])
})

test('a speaker can confirm a talk and withdraw the confirmation', async () => {
  const { app, cookie, send } = await openLink()
  const confirmedAt = async () => (await (await call(app, 'GET /api/speakers/status', { cookie })).json())[0].confirmedAt
  expect((await send({}, '/confirmar')).status).toBe(303)
  expect(await confirmedAt()).not.toBeNull()
  await send({ going: '0' }, '/confirmar')
  expect(await confirmedAt()).toBeNull()
})

test('a speaker’s secret link expires 60 days after the event', async () => {
  const { app, speaker, path } = await openLink()
  const hero = { ...readSection(app.db, 'hero').value, eventDate: new Date().toISOString() }
  insertRevision(app.db, 'hero', hero, { by: null, at: new Date().toISOString() })
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
  updateItem(app.db, 'speakers', speaker.id, { email: 'vieja@ejemplo.gt' }, { by: null, at: at(0) })
  updateItem(app.db, 'speakers', speaker.id, { email: 'nueva@ejemplo.gt' }, { by: null, at: at(1) })
  updateItem(app.db, 'speakers', speaker.id, { bio: 'Más' }, { by: null, at: at(2) })
  const texts = () =>
    app.db.prepare<[], string>("SELECT group_concat(value) FROM itemVersions WHERE section = 'speakers'").pluck().get() ?? ''
  forgetSpeakers(app.db, at(40), zone)
  expect([texts().includes('vieja'), texts().includes('nueva')]).toEqual([false, true])
  holdClock(at(59))
  expect((await call(app, `GET ${path}`)).status).toBe(200)
  holdClock(at(62))
  expect((await call(app, `GET ${path}`)).status).toBe(404)
  endAllSpeakerLinks(app.db)
  expect(app.db.prepare('SELECT count(*) FROM speakerLinks').pluck().get()).toBe(0)
})
