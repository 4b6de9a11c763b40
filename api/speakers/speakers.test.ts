import { expect, test } from 'vitest'
import { readItems, readSection, updateItem } from '../../data/content/content.ts'
import { insertRevision } from '../../data/content/revisions.ts'
import { endAllSpeakerLinks, forgetSpeakers } from '../../data/speakers/links.ts'
import { addItem, holdClock, zone } from '../../data/testing.ts'
import { dayMs } from '../../data/time.ts'
import { call, createTestApp, dataIn, signIn, type TestApp } from '../testing.ts'

const form = (fields: Record<string, string>) => ({
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

const photo = (bytes: Uint8Array | string, name = 'foto.svg', type = 'image/svg+xml') => ({
  headers: { 'Content-Type': 'multipart/form-data; boundary=limite' },
  body: new Uint8Array(
    Buffer.concat([
      Buffer.from(
        `--limite\r\nContent-Disposition: form-data; name="photo"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n--limite--\r\n'),
    ]),
  ),
})

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"><path d="M0 0h9v9z"/></svg>'

async function open(edits: 'direct' | 'review' = 'direct') {
  const app = await createTestApp()
  const cookie = await signIn(app)
  await call(app, 'PUT /api/speakers/settings', { cookie, json: { edits } })
  const speaker = addItem(app.db, 'speakers', { name: 'Ana Batz' })
  const talk = addItem(app.db, 'events', { title: 'Redes', isPlenary: true, speakerIds: [speaker.id] })
  const other = addItem(app.db, 'events', { title: 'Ajena', isPlenary: true })
  const made = await call(app, `POST /api/speakers/${speaker.id}/link`, { cookie, json: {} })
  expect(made.status).toBe(201)
  const path = new URL((await made.json()).url).pathname as `/ponente/${string}`
  const send = (fields: Record<string, string>, below = '') => call(app, `POST ${path}${below}`, form(fields))
  const post = (to: string, json: object = {}) => call(app, `POST /api/speakers${to}` as never, { cookie, json })
  const proposals = async () => (await call(app, 'GET /api/speakers/proposals', { cookie })).json()
  return { app, cookie, speaker, talk, other, path, send, post, proposals }
}

const now = (app: TestApp) => ({ speaker: readItems(app.db, 'speakers')[0], talks: readItems(app.db, 'events') })

test('a speaker’s link opens a page that is not cached or indexed', async () => {
  const { app, path } = await open()
  const page = await call(app, `GET ${path}`)
  expect([page.status, page.headers.get('Cache-Control'), page.headers.get('X-Robots-Tag')]).toEqual([200, 'no-store', 'noindex'])
  expect(await dataIn(page)).toMatchObject({ speakerPage: { name: 'Ana Batz', isReview: false } })
  const token = path.split('/')[2] ?? ''
  expect(app.db.prepare('SELECT hash FROM speakerLinks').pluck().all()).not.toContain(token)
  expect((await call(app, `GET /ponente/${'A'.repeat(43)}`)).status).toBe(404)
})

test('a speaker changes profile and talks in one save, which the history lists', async () => {
  const { app, cookie, speaker, talk, path, send } = await open()
  const answer = await send({
    [`speakers.${speaker.id}.bio`]: 'Construye redes',
    [`speakers.${speaker.id}.links.0.label`]: 'Sitio',
    [`speakers.${speaker.id}.links.0.url`]: 'ana.gt',
    [`events.${talk.id}.slidesUrl`]: 'https://slides.gt/redes',
  })
  expect([answer.status, answer.headers.get('Location')?.endsWith('#guardado')]).toEqual([303, true])
  expect(now(app).speaker).toMatchObject({ bio: 'Construye redes', links: [{ label: 'Sitio', url: 'https://ana.gt' }] })
  expect(now(app).talks[0]).toMatchObject({ slidesUrl: 'https://slides.gt/redes' })
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
])('refuses to change %s with a speaker’s link', async (_, name) => {
  const { app, speaker, talk, other, send } = await open()
  const before = now(app)
  const ids = { speaker: speaker.id, talk: talk.id, other: other.id }
  const answer = await send({ [`speakers.${speaker.id}.bio`]: 'Otra', [name(ids)]: 'x' })
  expect(answer.status).toBe(422)
  expect(now(app)).toEqual(before)
})

type Ids = { speaker: string; talk: string; other: string }

test.each(['javascript:alert(1)', 'http://localhost:3000/api/hero', `https://a.gt/${'x'.repeat(3_000)}`])(
  'refuses %.30s as the URL of a talk’s slides',
  async (slidesUrl) => {
    const { app, talk, send } = await open()
    expect((await send({ [`events.${talk.id}.slidesUrl`]: slidesUrl })).status).toBe(422)
    expect(now(app).talks[0]?.slidesUrl).toBe('')
  },
)

test('merges a speaker’s changes with those of the organisers, and reports conflicts', async () => {
  const { app, speaker, send } = await open()
  const version = speaker.updatedAt
  const at = new Date().toISOString()
  updateItem(app.db, 'speakers', speaker.id, { title: 'Directora', bio: 'Del equipo' }, { by: null, at })
  const sent = { [`speakers.${speaker.id}.version`]: version, [`speakers.${speaker.id}.title`]: speaker.title }
  expect((await send({ ...sent, [`speakers.${speaker.id}.company`]: 'Labs' })).status).toBe(303)
  expect(now(app).speaker).toMatchObject({ title: 'Directora', company: 'Labs' })
  expect((await send({ ...sent, [`speakers.${speaker.id}.bio`]: 'Mía' })).status).toBe(409)
  expect(now(app).speaker?.bio).toBe('Del equipo')
})

test('undoes a speaker’s changes after a given time', async () => {
  const { app, cookie, speaker, talk, path, send, post } = await open()
  const since = new Date().toISOString()
  await send({ [`speakers.${speaker.id}.bio`]: 'Intrusa', [`speakers.${speaker.id}.company`]: 'Mala' })
  await send({ [`events.${talk.id}.title`]: 'Robado' })
  await send({}, '/confirmar')
  updateItem(app.db, 'speakers', speaker.id, { company: 'Corregida' }, { by: null, at: new Date().toISOString() })
  const answer = await post(`/${speaker.id}/take-back`, { since, endLink: true })
  const { takenBack, left } = await answer.json()
  expect([takenBack.length, left]).toEqual([2, [expect.objectContaining({ field: 'company' })]])
  expect(now(app).speaker).toMatchObject({ bio: '', company: 'Corregida' })
  expect(now(app).talks[0]?.title).toBe('Redes')
  expect((await call(app, `GET ${path}`)).status).toBe(404)
  expect((await send({ [`speakers.${speaker.id}.bio`]: 'Otra vez' })).status).toBe(404)
  expect((await call(app, `DELETE /api/speakers/${speaker.id}/link`, { cookie })).status).toBe(404)
  const [status] = await (await call(app, 'GET /api/speakers/status', { cookie })).json()
  expect(status).toMatchObject({ hasLink: false, confirmedAt: null, changedAt: expect.any(String) })
})

test('speakers’ changes wait for an organiser if the site requires review', async () => {
  const { app, speaker, talk, send, post, proposals } = await open('review')
  await send({ [`speakers.${speaker.id}.bio`]: 'Primera' })
  await send({
    [`speakers.${speaker.id}.bio`]: 'Segunda',
    [`speakers.${speaker.id}.title`]: 'Jefa',
    [`events.${talk.id}.title`]: 'Redes 2',
  })
  expect(now(app).speaker).toMatchObject({ bio: '' })
  const [proposal, ...others] = await proposals()
  expect([proposal.speaker, proposal.changes.length, others]).toEqual([speaker.id, 3, []])
  expect(proposal.changes).toContainEqual({ section: 'speakers', id: speaker.id, field: 'bio', before: '', after: 'Segunda' })
  expect((await post(`/proposals/${proposal.id}`, { accept: ['slug'] })).status).toBe(422)
  const decided = await post(`/proposals/${proposal.id}`, { accept: ['bio', `events.${talk.id}.title`] })
  const { at, revisions } = await decided.json()
  expect([decided.status, revisions.length]).toEqual([200, 2])
  expect(now(app).speaker).toMatchObject({ bio: 'Segunda', title: speaker.title })
  expect(now(app).talks[0]?.title).toBe('Redes 2')
  expect([await proposals(), (await post(`/proposals/${proposal.id}`, { accept: [] })).status]).toEqual([[], 404])
  await post(`/${speaker.id}/take-back`, { since: at })
  expect([now(app).speaker?.bio, now(app).talks[0]?.title]).toEqual(['', 'Redes'])
})

test('saving texts keeps a speaker’s proposed photo', async () => {
  const { app, speaker, path, send, proposals } = await open('review')
  const fieldsProposed = async () => {
    const [proposal] = await proposals()
    return proposal.changes.map(({ field }: { field: string }) => field).toSorted()
  }
  expect((await call(app, `POST ${path}/foto`, photo(drawing))).status).toBe(303)
  await send({ [`speakers.${speaker.id}.bio`]: 'Construye redes' })
  expect(await fieldsProposed()).toEqual(['bio', 'image'])
  expect((await call(app, `POST ${path}/foto`, photo(drawing))).status).toBe(303)
  expect(await fieldsProposed()).toEqual(['bio', 'image'])
  await send({ [`speakers.${speaker.id}.bio`]: '' })
  expect(await fieldsProposed()).toEqual(['image'])
})

test('saving a field directly withdraws a speaker’s open proposal for that field', async () => {
  const { app, cookie, speaker, send, proposals } = await open('review')
  await send({ [`speakers.${speaker.id}.bio`]: 'Propuesta' })
  await call(app, 'PUT /api/speakers/settings', { cookie, json: { edits: 'direct' } })
  await send({ [`speakers.${speaker.id}.bio`]: 'Publicada' })
  expect(now(app).speaker).toMatchObject({ bio: 'Publicada' })
  expect(await proposals()).toEqual([])
})

test('closes a speaker’s proposal once organisers publish an equal text', async () => {
  const { app, cookie, speaker, send } = await open('review')
  const openId = async () => (await (await call(app, 'GET /api/speakers/status', { cookie })).json())[0].proposal
  await send({ [`speakers.${speaker.id}.bio`]: 'Propuesta' })
  expect(await openId()).toEqual(expect.any(String))
  await call(app, `PUT /api/speakers/${speaker.id}`, { cookie, json: { bio: 'Propuesta' } })
  expect(await openId()).toBe(null)
})

test('a speaker can upload only photos, at most ten an hour', async () => {
  const { app, path } = await open()
  const upload = (...file: Parameters<typeof photo>) => call(app, `POST ${path}/foto`, photo(...file))
  expect((await upload(drawing)).status).toBe(303)
  expect(now(app).speaker?.image).toMatch(/^\/public-objects\/.+\.svg$/)
  expect((await upload('<script>', 'a.html', 'text/html')).status).toBe(415)
  expect((await call(app, `POST ${path}/foto`, form({ photo: 'x' }))).status).toBe(415)
  const statuses: number[] = []
  for (let count = 3; count < 11; count++) statuses.push((await upload('', 'a.html', 'text/html')).status)
  expect([statuses.at(0), statuses.at(-1)]).toEqual([415, 429])
})

test('a speaker’s link allows thirty saves an hour', async () => {
  const { speaker, send } = await open()
  const statuses: number[] = []
  for (let count = 0; count < 31; count++)
    statuses.push((await send({ [`speakers.${speaker.id}.bio`]: `Texto ${count}` })).status)
  expect([statuses.slice(0, 30).every((status) => status === 303), statuses[30]]).toEqual([true, 429])
})

test('a speaker can confirm a talk and withdraw the confirmation', async () => {
  const { app, cookie, send } = await open()
  const confirmedAt = async () => (await (await call(app, 'GET /api/speakers/status', { cookie })).json())[0].confirmedAt
  expect((await send({}, '/confirmar')).status).toBe(303)
  expect(await confirmedAt()).not.toBeNull()
  await send({ going: '0' }, '/confirmar')
  expect(await confirmedAt()).toBeNull()
})

test('a speaker’s link expires 60 days after the event or when the edition ends', async () => {
  const { app, speaker, path } = await open()
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
