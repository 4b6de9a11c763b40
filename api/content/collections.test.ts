import { describe, expect, test } from 'vitest'
import { readSection } from '../../data/content/content.ts'
import { itemDefaults } from '../../data/content/defaults.ts'
import type { CollectionKey } from '../../data/content/schema.ts'
import { addItem, longAgo, stored } from '../../data/testing.ts'
import { call, createTestApp, dataIn, signIn, type TestApp } from '../testing.ts'

type Sample = { path: string; least: object; made?: object; full: object; change: object }

/** For each collection: the required fields, fields that the server adds, all fields, and a change. */
const collections = {
  speakers: {
    path: '/api/speakers',
    least: { name: 'José', title: 'CTO', company: 'Labs' },
    made: { slug: 'jose' },
    full: {
      name: 'José',
      title: 'CTO',
      company: 'Labs',
      image: '/public-objects/1-jose.webp',
      bio: 'Programa.',
      linkedinUrl: 'https://linkedin.com/in/jose',
      twitterUrl: 'https://x.com/jose',
      links: [{ label: 'GitHub', url: 'https://github.com/jose' }],
      slug: 'jose-de-labs',
      displayOrder: 3,
      isActive: false,
    },
    change: { company: 'Quetzal' },
  },
  scenarios: {
    path: '/api/agenda/scenarios',
    least: { name: 'Auditorio' },
    full: { name: 'Auditorio', description: 'Planta baja', displayOrder: 2, isActive: false },
    change: { description: 'Primer nivel' },
  },
  events: {
    path: '/api/agenda/events',
    least: { title: 'Apertura', startTime: '09:00' },
    made: { slug: 'apertura' },
    full: {
      title: 'Apertura',
      description: 'Bienvenida',
      startTime: '09:00',
      endTime: '09:30',
      day: '2025-11-21',
      isPlenary: true,
      language: 'Español',
      level: 'Para todos',
      track: 'Comunidad',
      slug: 'la-apertura',
      displayOrder: 1,
      isActive: false,
    },
    change: { startTime: '08:30', endTime: '09:15' },
  },
  partners: {
    path: '/api/partners',
    least: { name: 'Banco Maya' },
    full: {
      name: 'Banco Maya',
      logo: 'public-objects/2-banco.svg',
      website: 'https://banco.gt',
      category: 'aliado',
      tier: 'main',
      tierName: 'Oro',
      background: 'dark',
      displayOrder: 4,
      isActive: false,
    },
    change: { category: 'aliado', tier: 'main' },
  },
} satisfies Partial<Record<CollectionKey, Sample>>

const each = Object.entries(collections) as [CollectionKey, Sample][]

async function prepare(key: CollectionKey) {
  const app = await createTestApp()
  const cookie = await signIn(app)
  if (key !== 'events') return { app, cookie, refers: {} }
  const speakerId = addItem(app.db, 'speakers').id
  return { app, cookie, refers: { scenarioId: addItem(app.db, 'scenarios').id, speakerId, speakerIds: [speakerId] } }
}

const list = ({ db }: TestApp, key: CollectionKey) => readSection(db, key).value

/** The fields of an item that visitors can see. */
const visible = ({ email: _, ...item }: Record<string, unknown>) => item

const onPage = async (app: TestApp, key: CollectionKey) => (await dataIn(await call(app, 'GET /'))).content[key]

describe.each(each)('%s', (key, { path, least, made, full, change }) => {
  test('returns an empty list before the first item', async () => {
    const answer = await call(await createTestApp(), `GET ${path}`)
    expect([answer.status, await answer.json()]).toEqual([200, []])
  })

  test('creates an item from its required fields alone, and publishes it', async () => {
    const { app, cookie, refers } = await prepare(key)
    const answer = await call(app, `POST ${path}`, { cookie, json: { ...least, ...refers } })
    const item = await answer.json()
    expect([answer.status, answer.headers.get('X-Published-Revision')]).toEqual([201, String(app.publisher.status().revision)])
    const identity = { id: expect.any(String), createdAt: item.updatedAt, updatedAt: expect.stringMatching(/Z$/) }
    expect(item).toEqual({ ...itemDefaults[key], ...least, ...made, ...refers, ...identity })
    expect(list(app, key)).toEqual([item])
    expect(await (await call(app, `GET ${path}`)).json()).toEqual([visible(item)])
    expect(await onPage(app, key)).toEqual([visible(item)])
  })

  test('creates an item with all fields, and returns hidden items only to the panel', async () => {
    const { app, cookie, refers } = await prepare(key)
    const answer = await call(app, `POST ${path}`, { cookie, json: { ...full, ...refers } })
    const item = await answer.json()
    expect(item).toMatchObject({ ...full, ...refers })
    expect(list(app, key)).toEqual([item])
    expect(await (await call(app, `GET ${path}`, { cookie })).json()).toEqual([item])
    expect(await (await call(app, `GET ${path}`)).json()).toEqual([])
    expect(await onPage(app, key)).toEqual([])
  })

  test('changing an item keeps the fields that were not sent', async () => {
    const { app, cookie, refers } = await prepare(key)
    const item = addItem(app.db, key, refers)
    const answer = await call(app, `PUT ${path}/${item.id}`, { cookie, json: change })
    const changed = await answer.json()
    expect(changed).toEqual({ ...item, ...change, updatedAt: expect.not.stringMatching(longAgo) })
    expect([answer.status, list(app, key), await onPage(app, key)]).toEqual([200, [changed], [visible(changed)]])
  })

  test('deleting an item removes it from the list and from the page', async () => {
    const { app, cookie, refers } = await prepare(key)
    const [item, kept] = [addItem(app.db, key, refers), addItem(app.db, key, refers)]
    const answer = await call(app, `DELETE ${path}/${item.id}`, { cookie })
    expect([answer.status, await answer.json()]).toEqual([200, { deleted: true }])
    expect([list(app, key), await onPage(app, key)]).toEqual([[kept], [visible(kept)]])
  })

  test('answers 404 to a change or deletion of an item that does not exist', async () => {
    const { app, cookie } = await prepare(key)
    for (const request of [`PUT ${path}/unknown`, `DELETE ${path}/unknown`] as const) {
      const answer = await call(app, request, { cookie, ...(request.startsWith('PUT') ? { json: change } : {}) })
      expect([answer.status, await answer.json()]).toEqual([404, { error: 'No se encontró lo que buscas.' }])
    }
  })

  test('rejects a change that is based on an unknown version of the item', async () => {
    const { app, cookie, refers } = await prepare(key)
    const item = addItem(app.db, key, refers)
    expect((await call(app, `PUT ${path}/${item.id}`, { cookie, json: change })).status).toBe(200)
    const newer = list(app, key)
    const headers = { 'If-Match': '"2020-01-01T00:00:00.000Z"' }
    const late = await call(app, `PUT ${path}/${item.id}`, { cookie, headers, json: { displayOrder: 9 } })
    expect(late.status).toBe(409)
    expect(await late.json()).toEqual({
      error: 'Alguien más guardó cambios mientras editabas. Recarga para ver la versión actual.',
    })
    expect(list(app, key)).toEqual(newer)
  })
})

test.each(['speakers', 'scenarios', 'partners'] as const)('returns the list %s in the order of displayOrder', async (key) => {
  const { app, cookie } = await prepare(key)
  for (const displayOrder of [2, 0, -1]) addItem(app.db, key, { displayOrder })
  for (const caller of [{}, { cookie }]) {
    const items: { displayOrder: number }[] = await (await call(app, `GET ${collections[key].path}`, caller)).json()
    expect(items.map(({ displayOrder }) => displayOrder)).toEqual([-1, 0, 2])
  }
})

test("rejects links and pictures whose URL is a call of this site's API", async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const { id } = addItem(app.db, 'speakers')
  const inside = `${app.config.publicOrigin}/api/registrations/export`
  const before = stored(app.db)
  for (const json of [{ image: inside }, { linkedinUrl: inside }, { links: [{ label: 'Sitio', url: inside }] }]) {
    const answer = await call(app, `PUT /api/speakers/${id}`, { cookie, json })
    const [field = ''] = Object.keys(json)
    expect([answer.status, (await answer.json()).fields]).toEqual([
      422,
      { [field]: 'Esta dirección lleva al panel, no a una página' },
    ])
  }
  expect((await call(app, 'PUT /api/hero', { cookie, json: { heroLogo: inside } })).status).toBe(422)
  expect(stored(app.db)).toEqual(before)
  const ours = `${app.config.publicOrigin}/public-objects/1-2.webp`
  expect((await call(app, `PUT /api/speakers/${id}`, { cookie, json: { image: ours } })).status).toBe(200)
})

test('rejects a slug that is malformed or used by another item', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const [ana, eva] = [addItem(app.db, 'speakers', { name: 'Ana' }), addItem(app.db, 'speakers', { name: 'Eva' })]
  const put = (id: string, slug: string) => call(app, `PUT /api/speakers/${id}`, { cookie, json: { slug } })
  expect(await (await put(ana.id, 'ana-garcia')).json()).toMatchObject({ name: 'Ana', slug: 'ana-garcia' })
  for (const slug of ['ana', 'ana-garcia', 'Eva', 'é', 'a/b', 'a.b', 'a'.repeat(81)]) {
    const answer = await put(eva.id, slug)
    expect([slug, answer.status, Object.keys((await answer.json()).fields)]).toEqual([slug, 422, ['slug']])
  }
  const posted = await call(app, 'POST /api/speakers', { cookie, json: { name: 'Ana', title: '', company: '', slug: 'ana' } })
  expect(posted.status).toBe(422)
  expect(list(app, 'speakers').map((speaker) => 'slug' in speaker && speaker.slug)).toEqual(['ana-garcia', 'eva'])
})

describe('an item that the client sends again with its idempotency key', () => {
  const headers = { 'Idempotency-Key': 'd9428888-122b-41e1-b85c-61cd3cbb3210' }
  const ana = { name: 'Ana', title: 'CTO', company: 'Labs', slug: '' }

  async function prepared() {
    const { app, cookie } = await prepare('speakers')
    const add = (json: object, sent = headers) => call(app, 'POST /api/speakers', { cookie, json, headers: sent })
    return { app, cookie, add, first: await (await add(ana)).json() }
  }
  const revisions = ({ db }: TestApp) => db.prepare('SELECT count(*) FROM revisions').pluck().get()
  const noted = ({ db }: TestApp) => db.prepare("SELECT action FROM audit WHERE subject = 'speakers' ORDER BY id").pluck().all()

  test('an item sent twice with one idempotency key is stored once', async () => {
    const { app, add, first } = await prepared()
    const again = await add(ana)
    expect([again.status, await again.json(), list(app, 'speakers')]).toEqual([201, first, [first]])
    expect([revisions(app), noted(app)]).toEqual([1, ['content-created']])
  })

  test('an item sent again with its idempotency key is updated, and keeps its slug', async () => {
    const { app, add, first } = await prepared()
    const again = await (await add({ ...ana, name: 'Ana Lucía' })).json()
    expect(again).toEqual({ ...first, name: 'Ana Lucía', updatedAt: expect.any(String) })
    expect([list(app, 'speakers'), noted(app)]).toEqual([[again], ['content-created', 'content-saved']])
  })

  test('an item sent again with its idempotency key keeps what other users changed', async () => {
    const { app, cookie, add, first } = await prepared()
    await call(app, `PUT /api/speakers/${first.id}`, { cookie, json: { company: 'Otra' } })
    expect(await (await add({ ...ana, title: 'Directora' })).json()).toMatchObject({ company: 'Otra', title: 'Directora' })
    const refused = await add({ ...ana, company: 'La tercera' })
    expect([refused.status, Object.keys((await refused.json()).conflicts)]).toEqual([409, ['company']])
    expect(list(app, 'speakers')).toMatchObject([{ company: 'Otra', title: 'Directora' }])
  })

  test('an item sent twice with different idempotency keys is stored twice', async () => {
    const { app, cookie, add } = await prepared()
    expect((await add(ana, { 'Idempotency-Key': 'd9428888-122b-41e1-b85c-61cd3cbb3211' })).status).toBe(201)
    expect((await call(app, 'POST /api/partners', { cookie, json: { name: 'Banco' }, headers })).status).toBe(201)
    expect((await add(ana, { 'Idempotency-Key': 'ana' })).status).toBe(400)
    const ids = [...list(app, 'speakers'), ...list(app, 'partners')].map((item) => 'id' in item && item.id)
    expect([ids.length, new Set(ids).size]).toEqual([3, 3])
  })
})
