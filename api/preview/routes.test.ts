import { expect, test } from 'vitest'
import { sectionDefaults } from '../../data/content/defaults.ts'
import { addItem, stored } from '../../data/testing.ts'
import { call, createTestApp, dataIn, signIn } from '../testing.ts'

async function prepare() {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  const preview = (json: object) => call(app, 'POST /api/preview', { cookie, json })
  return { app, cookie, preview }
}

test('a preview shows unsaved changes without storing or publishing them', async () => {
  const { app, preview } = await prepare()
  const speaker = addItem(app.db, 'speakers')
  const before = [stored(app.db).revisions, app.publisher.status(), await (await call(app, 'GET /')).text()]
  const { createdAt: _, ...named } = { ...speaker, name: 'Otra' }
  const answer = await preview({
    sections: { hero: { location: 'Antigua' } },
    collections: { speakers: [{ name: 'Nueva', title: 'CTO', company: 'Labs', displayOrder: 1 }, named] },
  })
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8'])
  const { content } = await dataIn(answer)
  expect(content.hero).toEqual({ ...sectionDefaults.hero, location: 'Antigua' })
  expect(content.speakers.some((speaker) => 'email' in speaker)).toBe(false)
  expect(content.speakers).toMatchObject([
    { id: named.id, name: named.name },
    { id: 'nuevo-0', name: 'Nueva', bio: '' },
  ])
  expect([stored(app.db).revisions, app.publisher.status(), await (await call(app, 'GET /')).text()]).toEqual(before)
})

test('a preview accepts items as the API returns them, and leaves out hidden items', async () => {
  const { app, cookie, preview } = await prepare()
  addItem(app.db, 'partners', { isActive: false })
  const partners = await (await call(app, 'GET /api/partners', { cookie })).json()
  const answer = await preview({ collections: { partners } })
  expect([answer.status, (await dataIn(answer)).content.partners]).toEqual([200, []])
})

test('a preview shows an event date without a time at 07:00', async () => {
  const { preview } = await prepare()
  const answer = await preview({ sections: { hero: { eventDate: '2026-05-04' } } })
  expect((await dataIn(answer)).content.hero.eventDate).toBe('2026-05-04T13:00:00.000Z')
})

test('a preview shows the countdown and the form according to the unsaved date and seats', async () => {
  const { preview } = await prepare()
  const of = async (sections: object) => {
    const { now, offer } = (await dataIn(await preview({ sections }))).content
    return [now.moment, offer.state]
  }
  expect(await of({})).toEqual(['before', 'open'])
  expect(await of({ hero: { eventDate: '2020-01-02' } })).toEqual(['after', 'over'])
  expect(await of({ places: { opensAt: '2099-01-01T00:00:00Z' } })).toEqual(['before', 'not-open'])
})

test('rejects a preview of invalid content with a message at each field', async () => {
  const { preview } = await prepare()
  const answer = await preview({ sections: { hero: { title: '' } }, collections: { speakers: [{ name: 'A', title: 'B' }] } })
  expect([answer.status, (await answer.json()).fields]).toEqual([
    422,
    { 'sections.hero.title': 'Este campo es obligatorio', 'collections.speakers.0.company': 'Empresa requerida' },
  ])
  expect((await preview({ sections: { otra: {} } })).status).toBe(422)
})

test('rejects a preview with the URL of an API call as a link or picture', async () => {
  const { app, preview } = await prepare()
  const inside = `${app.config.publicOrigin}/api/registrations/export`
  const speaker = { name: 'Ana', title: 'CTO', company: 'Labs', links: [{ label: 'Sitio', url: inside }] }
  const answer = await preview({ sections: { hero: { heroLogo: inside } }, collections: { speakers: [speaker] } })
  const message = 'Esta dirección lleva al panel, no a una página'
  expect([answer.status, (await answer.json()).fields]).toEqual([
    422,
    { 'sections.hero.heroLogo': message, 'collections.speakers.0.links.0.url': message },
  ])
  const ours = `${app.config.publicOrigin}/public-objects/1-2.webp`
  expect((await preview({ sections: { hero: { heroLogo: ours } } })).status).toBe(200)
})

test('only the panel may show a preview in a frame', async () => {
  const { app, cookie, preview } = await prepare()
  for (const answer of [await preview({}), await call(app, 'GET /api/preview', { cookie })]) {
    expect([answer.status, answer.headers.get('X-Frame-Options'), answer.headers.get('Cache-Control')]).toEqual([
      200,
      'SAMEORIGIN',
      'no-store',
    ])
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; connect-src 'none'; form-action 'none'; frame-ancestors 'self'",
    )
  }
  expect((await call(app, 'GET /api/hero')).headers.get('X-Frame-Options')).toBe('DENY')
})
