import { expect, test } from 'vitest'
import { latestRevision, readContent, readSection } from '../../data/content/content.ts'
import { registrationTexts, sectionDefaults } from '../../data/content/defaults.ts'
import type { Content } from '../../data/content/schema.ts'
import { saveSection } from '../../data/content/sections.ts'
import { addItem, someEdit, stored } from '../../data/testing.ts'
import { call, createTestApp, dataIn, signIn, type TestApp } from '../testing.ts'

type Section = 'hero' | 'event' | 'registration-form'

async function read(app: TestApp, section: Section) {
  return await (await call(app, `GET /api/${section}`)).json()
}

async function withAdmin(config = {}) {
  const app = await createTestApp({ config })
  const cookie = await signIn(app)
  const put = (section: Section, json: object, headers = {}) => call(app, `PUT /api/${section}`, { cookie, json, headers })
  return { app, cookie, put }
}

/** Stores the hero as an old version did, without the section `event`. */
function storeHero({ db }: TestApp, hero: Partial<Content['hero']>): void {
  const value = JSON.stringify({ ...sectionDefaults.hero, ...hero })
  db.prepare("INSERT INTO revisions (section, value, savedAt) VALUES ('hero', ?, '')").run(value)
}

test("the hero section and the event section share the conference's name and description", async () => {
  const { app, put } = await withAdmin()
  await put('event', { name: 'Jornadas de Software', description: 'Dos tardes.' })
  expect(await read(app, 'hero')).toMatchObject({ title: 'Jornadas de Software', description: 'Dos tardes.' })
  await put('hero', { title: 'JS', description: 'Una tarde.' })
  expect(await read(app, 'event')).toMatchObject({ name: 'JS', description: 'Una tarde.' })
})

test('the title of the registration form contains the current name of the conference', async () => {
  const { app, put } = await withAdmin()
  await put('event', { name: 'Jornadas' })
  expect((await read(app, 'registration-form')).modalTitle).toBe('Registro - Jornadas')
  for (const name of ['Jornadas de Software', 'JS', 'x'.repeat(255), 'Al final']) {
    await put('event', { name })
    expect(registrationTexts(readContent(app.db).content).modalTitle).toBe(`Registro - ${name}`)
  }
})

test('renaming the conference keeps an edited title of the registration form', async () => {
  const { app, put } = await withAdmin()
  await put('registration-form', { modalTitle: 'Aparta tu lugar' })
  await put('event', { name: 'JS' })
  expect((await read(app, 'registration-form')).modalTitle).toBe('Aparta tu lugar')
})

test('changing the start time keeps the date of the event', async () => {
  const { app, put } = await withAdmin({ timeZone: 'Europe/Madrid' })
  await put('hero', { eventDate: '2027-07-01' })
  await put('event', { startTime: '09:30' })
  expect((await read(app, 'hero')).eventDate).toBe('2027-07-01T07:30:00.000Z')
  await put('hero', { eventDate: '2027-12-01' })
  expect((await read(app, 'hero')).eventDate).toBe('2027-12-01T08:30:00.000Z')
})

test('saving an event date with a time of day also sets the start time', async () => {
  const { app, put } = await withAdmin()
  await put('hero', { eventDate: '2027-11-20T18:30:00-06:00' })
  expect((await read(app, 'event')).startTime).toBe('18:30')
})

test.each([
  ['event', { endTime: '07:00' }, { endTime: 'La hora de fin debe ser posterior a la de inicio' }],
  ['event', { startTime: '19:00' }, { endTime: 'La hora de fin debe ser posterior a la de inicio' }],
  ['event', { name: '' }, { name: 'Escribe el nombre de la conferencia' }],
  ['event', { country: 'XX' }, { country: 'Elige un país' }],
  ['event', { attendance: 'never' }, { attendance: 'Elige presencial, en línea o ambos' }],
  ['event', { mapUrl: 'javascript:alert(1)' }, { mapUrl: 'Escribe una dirección que empiece con https://' }],
  [
    'event',
    { links: Array.from({ length: 9 }, (_, n) => ({ label: `${n}`, url: `https://ejemplo.gt/${n}` })) },
    { links: 'Máximo 8 enlaces' },
  ],
  ['event', { contactEmail: 'nadie' }, { contactEmail: 'Email válido requerido' }],
  [
    'hero',
    { eventDate: '2027-11-20T18:30:00-06:00' },
    { eventDate: 'El evento termina a las 18:00: empieza antes, o cambia la hora de fin en Ajustes' },
  ],
] as const)('rejects a save of the section %s with %j, and names the field', async (section, json, fields) => {
  const { app, put } = await withAdmin()
  await put('event', { endTime: '18:00' })
  const before = stored(app.db)
  const answer = await put(section, json)
  expect([answer.status, await answer.json()]).toEqual([422, { error: 'Revisa los campos marcados.', fields }])
  expect(stored(app.db)).toEqual(before)
})

test('accepts a venue with a country code in small letters, or an event without a venue', async () => {
  const { app, put } = await withAdmin()
  const empty = {
    address: '',
    mapUrl: '',
    directions: '',
    city: '',
    country: '',
    attendance: 'offline',
    streamUrl: '',
    recordingsUrl: '',
    links: [],
  }
  expect(await read(app, 'event')).toMatchObject(empty)
  const said = {
    address: 'Gran Vía 1',
    mapUrl: 'https://mapa.example/1',
    directions: 'Metro Sol.',
    city: 'Madrid',
    country: 'es',
    attendance: 'mixed',
    streamUrl: 'https://video.example/1',
    recordingsUrl: 'https://video.example/2',
    links: [{ label: 'Mastodon', url: '@conf@social.example' }],
  }
  expect((await put('event', said)).status).toBe(200)
  const links = [{ label: 'Mastodon', url: 'https://social.example/@conf' }]
  expect(await read(app, 'event')).toMatchObject({ ...said, country: 'ES', links })
  expect((await put('event', { ...empty, attendance: '', country: null })).status).toBe(200)
  expect(await read(app, 'event')).toMatchObject(empty)
})

test('accepts an event without end time, contact e-mail and organiser', async () => {
  const { app, put } = await withAdmin()
  const open = { endTime: '', contactEmail: '', organiser: '' }
  expect((await put('event', { endTime: '18:00', contactEmail: 'a@b.gt', organiser: 'Yo' })).status).toBe(200)
  expect((await put('event', open)).status).toBe(200)
  expect(await read(app, 'event')).toMatchObject(open)
})

test('only administrators can save the event section or rename the conference', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app, 'user')
  const before = stored(app.db)
  const refused = await call(app, 'PUT /api/event', { cookie, json: { organiser: 'Yo' } })
  expect([refused.status, await refused.json()]).toEqual([403, { error: 'No tienes permiso para hacer esto.' }])
  const renamed = await call(app, 'PUT /api/hero', { cookie, json: { title: 'JS', subtitle: 'x' } })
  expect([renamed.status, await renamed.json()]).toEqual([
    403,
    { error: 'El nombre y la fecha de la conferencia los cambia un administrador.' },
  ])
  expect(stored(app.db)).toEqual(before)
  const same = { title: sectionDefaults.hero.title, subtitle: 'x' }
  expect((await call(app, 'PUT /api/hero', { cookie, json: same })).status).toBe(200)
  expect((await call(app, 'GET /api/event', { cookie })).status).toBe(200)
})

test('only administrators can change the event date in hero or restore an older date', async () => {
  const { app, put } = await withAdmin()
  const began = new Date(Date.now() - 1000).toISOString()
  await put('hero', { eventDate: '2030-03-04' })
  const { eventDate } = await read(app, 'hero')
  const cookie = await signIn(app, 'user')
  const before = stored(app.db)
  const later = new Date(Date.parse(eventDate) + 60_000).toISOString()
  for (const json of [{ eventDate: '2020-01-01' }, { eventDate: '2030-03-05', subtitle: 'x' }, { eventDate: later }])
    expect([json, (await call(app, 'PUT /api/hero', { cookie, json })).status]).toEqual([json, 403])
  for (const [path, json] of [
    ['0/restore?section=hero', {}],
    ['at', { time: began }],
  ] as const)
    expect([path, (await call(app, `POST /api/history/${path}`, { cookie, json })).status]).toEqual([path, 403])
  expect(stored(app.db)).toMatchObject({ revisions: before.revisions })
  // Every user may send the stored date, because it changes nothing.
  const same = await call(app, 'PUT /api/hero', { cookie, json: { eventDate: '2030-03-04', subtitle: 'x' } })
  expect([same.status, (await same.json()).eventDate]).toEqual([200, eventDate])
})

test('saving a new event date can also move the talks of other days', async () => {
  const { app, put } = await withAdmin()
  await put('hero', { eventDate: '2026-03-12' })
  for (const day of ['', '2026-03-13', '2026-03-11']) addItem(app.db, 'events', { day, scenarioId: '', isPlenary: true })
  const days = () => readSection(app.db, 'events').value.map(({ day }) => day)
  await put('hero', { eventDate: '2026-03-20' })
  expect(days()).toEqual(['', '2026-03-13', '2026-03-11'])
  await put('hero', { eventDate: '2026-03-12' })
  await put('hero', { eventDate: '2026-12-31' }, { 'Move-Days': 'true' })
  expect(days()).toEqual(['', '2027-01-01', '2026-12-30'])
  await put('hero', { eventDate: '2026-03-12' }, { 'Move-Days': 'true' })
  expect(days()).toEqual(['', '2026-03-13', '2026-03-11'])
  const revision = latestRevision(app.db)
  await put('hero', { subtitle: 'Otro' }, { 'Move-Days': 'true' })
  expect(latestRevision(app.db)).toBe(revision + 1)
})

test('a rejected change of the event date moves no talk', async () => {
  const { app, put } = await withAdmin()
  addItem(app.db, 'events', { day: '2025-11-21', scenarioId: '', isPlenary: true })
  await put('event', { endTime: '12:00' })
  const refused = await put('hero', { eventDate: '2026-01-02T13:00' }, { 'Move-Days': 'true' })
  expect([refused.status, readSection(app.db, 'events').value[0]?.day]).toEqual([422, '2025-11-21'])
})

test('until its first save, the event section shows the values of the hero section', async () => {
  const { app, put } = await withAdmin()
  storeHero(app, { title: 'Días de la Red', description: 'Tres.', eventDate: '2027-03-04T15:45:00.000Z' })
  expect(await read(app, 'event')).toMatchObject({
    ...sectionDefaults.event,
    name: 'Días de la Red',
    description: 'Tres.',
    startTime: '09:45',
  })
  await put('event', { organiser: 'La Red' })
  expect(readSection(app.db, 'hero').value).toMatchObject({ title: 'Días de la Red', eventDate: '2027-03-04T15:45:00.000Z' })
})

test('the first save of the event section keeps a name set in the hero section before', async () => {
  const { app, put } = await withAdmin()
  storeHero(app, { title: 'Antes' })
  await put('hero', { title: 'Después' })
  const old = { 'If-Match': '"0"' }
  const merged = await put('event', { name: 'Antes', organiser: 'x' }, old)
  expect([merged.status, merged.headers.get('X-Merged')]).toEqual([200, 'name'])
  expect(await read(app, 'hero')).toMatchObject({ title: 'Después' })
  expect((await put('event', { name: 'Otro' }, old)).status).toBe(409)
})

test('merges a hero form that was opened before another user renamed the conference', async () => {
  const { app, put } = await withAdmin()
  await put('event', { name: 'JS' })
  const cookie = await signIn(app, 'user')
  const json = { ...sectionDefaults.hero, subtitle: 'x' }
  const saved = await call(app, 'PUT /api/hero', { cookie, json, headers: { 'If-Match': '"0"' } })
  expect([saved.status, await saved.json()]).toMatchObject([200, { title: 'JS', subtitle: 'x' }])
})

test('saves a new conference name in both the hero and the event section, or in neither', async () => {
  const { app } = await withAdmin()
  app.db.exec("CREATE TRIGGER full BEFORE INSERT ON revisions WHEN NEW.section = 'event' BEGIN SELECT RAISE(FAIL, 'full'); END")
  expect(() => saveSection(app.db, 'event', { name: 'JS' }, someEdit)).toThrow('full')
  expect(latestRevision(app.db)).toBe(0)
})

test('saving the hero or event section changes the other one only if a shared field changed', async () => {
  const { app, put } = await withAdmin()
  await put('hero', { subtitle: 'x', eventDate: '2027-11-20' })
  await put('event', { organiser: 'x' })
  expect(app.db.prepare('SELECT section FROM revisions ORDER BY id').pluck().all()).toEqual(['hero', 'event'])
})

test('if the event section is invalid, the name of the conference comes from the hero section', async () => {
  const { app, put } = await withAdmin()
  await put('event', { name: 'JS' })
  app.db.exec("UPDATE revisions SET value = '{\"name\":5}' WHERE section = 'event'")
  expect((await read(app, 'event')).name).toBe('JS')
  await put('hero', { subtitle: 'x' })
  expect((await dataIn(await call(app, 'GET /'))).content).toMatchObject({ hero: { title: 'JS' }, event: { name: 'JS' } })
})
