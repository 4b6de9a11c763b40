import { expect, test } from 'vitest'
import { readSection } from '../../data/content/content.ts'
import { addItem } from '../../data/testing.ts'
import { call, createTestApp, dataIn, signIn, wholePage } from '../testing.ts'
import { BrokenPage } from './pages.ts'

const failing = async () => Promise.reject(new BrokenPage('la página / está incompleta: falta el pie'))

test('reports the published revision and the saved revision to the panel', async () => {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  const { publishedAt } = app.publisher.status()
  addItem(app.db, 'speakers')
  const answer = await call(app, 'GET /api/publish', { cookie })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { revision: 0, publishedAt, error: null, remote: null, savedRevision: 1 },
  ])
})

test('stores a save even if publishing it fails, and returns the reason', async () => {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  app.pages.render = failing
  const answer = await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'Nuevo' } })
  expect([answer.status, answer.headers.get('X-Published-Revision')]).toEqual([200, '0'])
  expect(decodeURIComponent(answer.headers.get('X-Publish-Error') ?? '')).toBe('la página / está incompleta: falta el pie')
  expect(readSection(app.db, 'hero')).toMatchObject({ value: { subtitle: 'Nuevo' }, revision: 1 })
  expect((await dataIn(await call(app, 'GET /'))).content.hero.subtitle).toBe('Save the date')
  const status = await (await call(app, 'GET /api/publish', { cookie })).json()
  expect(status).toMatchObject({ revision: 0, savedRevision: 1, error: 'la página / está incompleta: falta el pie' })
})

test.each([
  ['POST /api/agenda/scenarios', 201],
  ['PUT /api/agenda/scenarios/:id', 200],
  ['DELETE /api/agenda/scenarios/:id', 200],
] as const)('%s succeeds and is stored even if publishing fails', async (request, status) => {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  const { id } = addItem(app.db, 'scenarios')
  app.pages.render = failing
  const json = request.startsWith('DELETE') ? {} : { json: { name: 'Terraza' } }
  const answer = await call(app, request.replace(':id', id) as typeof request, { cookie, ...json })
  expect([answer.status, answer.headers.get('X-Published-Revision')]).toEqual([status, '0'])
  expect(answer.headers.get('X-Publish-Error')).toBe(encodeURIComponent('la página / está incompleta: falta el pie'))
})

test('after a failed publish, the next save publishes all earlier saves', async () => {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  app.pages.render = failing
  await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'Nuevo' } })
  app.pages.render = wholePage
  const answer = await call(app, 'PUT /api/segments', { cookie, json: { title: 'Bloques' } })
  expect([answer.headers.get('X-Published-Revision'), answer.headers.get('X-Publish-Error')]).toEqual(['2', null])
  const { hero, segments } = (await dataIn(await call(app, 'GET /'))).content
  expect([hero.subtitle, segments.title]).toEqual(['Nuevo', 'Bloques'])
})

test('a failed publish can be retried without another save', async () => {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  app.pages.render = failing
  await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'Nuevo' } })
  app.pages.render = wholePage
  const answer = await call(app, 'POST /api/publish', { cookie })
  const { publishedAt } = app.publisher.status()
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { revision: 1, publishedAt, error: null, remote: null, savedRevision: 1 },
  ])
  expect((await dataIn(await call(app, 'GET /'))).content.hero.subtitle).toBe('Nuevo')
  expect(readSection(app.db, 'hero').revision).toBe(1)
})

test('answers a save only after it is published, even during other saves', async () => {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  const names = ['a', 'b', 'c', 'd', 'e']
  const answers = await Promise.all(names.map((name) => call(app, 'POST /api/agenda/scenarios', { cookie, json: { name } })))
  const revisions = answers.map((answer) => Number(answer.headers.get('X-Published-Revision')))
  expect(revisions.every((published, index) => published > index)).toBe(true)
  expect((await dataIn(await call(app, 'GET /'))).content.scenarios.map(({ name }) => name).toSorted()).toEqual(names)
})

test('a rejected save publishes nothing', async () => {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  const { publishedAt } = app.publisher.status()
  app.pages.render = failing
  const answer = await call(app, 'PUT /api/hero', { cookie, json: { title: '' } })
  expect([answer.status, answer.headers.get('X-Published-Revision')]).toEqual([422, null])
  expect(app.publisher.status()).toEqual({ revision: 0, publishedAt, error: null })
})
