import { describe, expect, test } from 'vitest'
import { readSection } from '../../data/content/content.ts'
import { sectionDefaults } from '../../data/content/defaults.ts'
import { stored } from '../../data/testing.ts'
import { call, createTestApp, dataIn, signIn } from '../testing.ts'

const sections = {
  hero: {
    path: '/api/hero',
    value: {
      ...sectionDefaults.hero,
      title: 'Conferencia 2026',
      subtitle: 'Reserva la fecha',
      eventDate: '2026-05-04T13:00:00.000Z',
      location: 'Antigua Guatemala',
      description: 'Un día de tecnología.',
      ctaText: 'Quiero ir',
      backgroundImage: 'https://ejemplo.gt/fondo.webp',
      headerLogo: '/public-objects/1-logo.png',
      heroLogo: '/public-objects/2-logo.svg',
    },
  },
  about: {
    path: '/api/about',
    value: {
      ...sectionDefaults.about,
      title: 'Sobre el evento',
      description1: 'Una cosa.',
      description2: 'Otra cosa.',
      imageUrl: '/public-objects/3-foto.webp',
      imageAlt: 'El auditorio lleno',
      videoUrl: 'https://ejemplo.gt/video.mp4',
      stat1Number: '2',
      stat1Label: 'Días',
      stat2Number: '30+',
      stat2Label: 'Voces',
    },
  },
  benefits: {
    path: '/api/benefits',
    value: Object.fromEntries(Object.keys(sectionDefaults.benefits).map((field) => [field, `${field}\nen dos líneas`])),
  },
  segments: {
    path: '/api/segments',
    value: {
      ...sectionDefaults.segments,
      title: 'Bloques',
      segment1Title: 'Uno',
      segment2Title: 'Dos',
      segment3Title: 'Tres',
      segment4Title: 'Cuatro',
    },
  },
  registrationForm: {
    path: '/api/registration-form',
    value: Object.fromEntries(Object.keys(sectionDefaults.registrationForm).map((field) => [field, `Otro ${field}`])),
  },
  event: {
    path: '/api/event',
    value: {
      ...sectionDefaults.event,
      name: 'Conferencia 2026',
      description: 'Un día de tecnología.',
      startTime: '08:30',
      endTime: '17:00',
      contactEmail: 'hola@ejemplo.gt',
      organiser: 'Comunidad de Software',
    },
  },
}

/**
 * Number of sections that a save of all fields stores. Event and hero share fields, and the form's title contains the
 * conference's name.
 */
const storedWith = { hero: 3, about: 1, benefits: 1, segments: 1, registrationForm: 1, event: 3 }

type Key = keyof typeof sections
const each = Object.entries(sections) as [Key, (typeof sections)[Key]][]

describe.each(each)('%s', (key, { path, value }) => {
  test('returns the default of the section before the first save', async () => {
    const answer = await call(await createTestApp(), `GET ${path}`)
    expect([answer.status, answer.headers.get('ETag')]).toEqual([200, '"0"'])
    expect(await answer.json()).toEqual({ id: 1, ...sectionDefaults[key], updatedAt: null })
  })

  test('a save stores the whole section and publishes it', async () => {
    const app = await createTestApp()
    const cookie = await signIn(app)
    const answer = await call(app, `PUT ${path}`, { cookie, json: value })
    const seen = ['ETag', 'X-Published-Revision', 'X-Publish-Error'].map((name) => answer.headers.get(name))
    // A save of the hero stores two other sections before the hero.
    const revision = key === 'hero' ? 3 : 1
    const saved = { id: 1, ...value, updatedAt: expect.stringMatching(/Z$/) }
    expect([answer.status, await answer.json(), ...seen]).toEqual([200, saved, `"${revision}"`, `${storedWith[key]}`, null])
    expect(readSection(app.db, key)).toEqual({ value, revision })
    expect(await (await call(app, `GET ${path}`)).json()).toEqual(saved)
    expect((await dataIn(await call(app, 'GET /'))).content[key]).toEqual(value)
  })

  test('accepts a save of a section exactly as the API returned it', async () => {
    const app = await createTestApp()
    const cookie = await signIn(app)
    const { updatedAt } = await (await call(app, `PUT ${path}`, { cookie, json: value })).json()
    expect(stored(app.db).revisions).toContainEqual(expect.objectContaining({ savedAt: updatedAt }))
    const answered = await (await call(app, `GET ${path}`)).json()
    expect((await call(app, `PUT ${path}`, { cookie, json: answered })).status).toBe(200)
    expect(readSection(app.db, key).value).toEqual(value)
    for (const json of [{ id: 2 }, { updatedAt: 'ayer' }])
      expect((await call(app, `PUT ${path}`, { cookie, json })).status).toBe(422)
  })

  test('stores the author and the time of each save', async () => {
    const app = await createTestApp()
    const cookie = await signIn(app)
    await call(app, `PUT ${path}`, { cookie, json: value })
    const { users, revisions } = stored(app.db)
    const whoAndWhen = { savedBy: (users[0] as { id: string }).id, savedAt: expect.stringMatching(/Z$/) }
    expect(revisions).toMatchObject(Array(storedWith[key]).fill(whoAndWhen))
  })

  test('rejects a save that is based on an unknown version', async () => {
    const app = await createTestApp()
    const cookie = await signIn(app)
    expect((await call(app, `PUT ${path}`, { cookie, json: value })).status).toBe(200)
    const late = await call(app, `PUT ${path}`, { cookie, headers: { 'If-Match': '"7"' }, json: sectionDefaults[key] })
    expect(late.status).toBe(409)
    expect(await late.json()).toEqual({
      error: 'Alguien más guardó cambios mientras editabas. Recarga para ver la versión actual.',
    })
    expect(readSection(app.db, key)).toEqual({ value, revision: key === 'hero' ? 3 : 1 })
  })
})

test.each(['"1"', 'W/"1"', '*', '1', ' "1" '])('accepts a save with If-Match: %s if the newest revision is 1', async (tag) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'a' } })
  const answer = await call(app, 'PUT /api/hero', { cookie, headers: { 'If-Match': tag }, json: { subtitle: 'b' } })
  expect(answer.status).toBe(200)
})

test.each(['"0"', '"2"', '"x"', '""'])('rejects a save with If-Match: %s if the newest revision is 1', async (tag) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'a' } })
  const answer = await call(app, 'PUT /api/hero', { cookie, headers: { 'If-Match': tag }, json: { subtitle: 'b' } })
  expect(answer.status).toBe(409)
})

test.each([
  ['2026-05-04', 'America/Guatemala', '2026-05-04T13:00:00.000Z'],
  ['2026-07-01', 'Europe/Madrid', '2026-07-01T05:00:00.000Z'],
  ['2026-01-01', 'Asia/Tokyo', '2025-12-31T22:00:00.000Z'],
  ['2026-05-04T18:30:00-06:00', 'America/Guatemala', '2026-05-05T00:30:00.000Z'],
  ['2025-11-20T07:00', 'America/Guatemala', '2025-11-20T13:00:00.000Z'],
  ['20 Nov 2025', 'America/Guatemala', '2025-11-20T13:00:00.000Z'],
  ['Jul 1, 2026 9:30 AM', 'Europe/Madrid', '2026-07-01T07:30:00.000Z'],
  [1763643600000, 'Asia/Tokyo', '2025-11-20T13:00:00.000Z'],
])('stores the event date %s in %s as %s, with 07:00 if no time is sent', async (eventDate, timeZone, instant) => {
  const app = await createTestApp({ config: { timeZone } })
  const answer = await call(app, 'PUT /api/hero', { cookie: await signIn(app), json: { eventDate } })
  expect((await answer.json()).eventDate).toBe(instant)
  expect(readSection(app.db, 'hero').value.eventDate).toBe(instant)
})
