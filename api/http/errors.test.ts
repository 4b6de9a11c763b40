import Database from 'better-sqlite3'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { stored } from '../../data/testing.ts'
import { createApp } from '../app.ts'
import { call, createTestApp, signIn, type TestApp } from '../testing.ts'

const registration = { name: 'José', email: 'jose@ejemplo.gt' }
const busy = { error: 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos segundos.' }

/** Takes the write lock with another connection, as a backup may. */
function lock({ db }: TestApp): { release: () => void } {
  const other = new Database(db.name)
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  return { release: () => other.exec('ROLLBACK') }
}

test('answers registrations with 503 and the time to retry while the database is locked', async () => {
  const app = await createTestApp({ database: 'file' })
  const { release } = lock(app)
  const refused = await call(app, 'POST /api/registrations', { json: registration })
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await refused.json()).toEqual(busy)
  release()
  expect((await call(app, 'POST /api/registrations', { json: registration })).status).toBe(201)
  expect(stored(app.db).registrations).toHaveLength(1)
})

test('on a full disk, answers registrations with 503 and the time to retry', async () => {
  const app = await createTestApp({ isPublished: true })
  const pages = app.db.pragma('page_count', { simple: true })
  app.db.pragma(`max_page_count = ${pages}`)
  // Rows are stored until the existing pages of the file are full.
  const register = (number: number) =>
    call(app, 'POST /api/registrations', { json: { name: 'José', email: `${number}@ejemplo.gt`, comments: 'x'.repeat(1900) } })
  let accepted = 0
  let refused = await register(0)
  for (; refused.status === 201; refused = await register(accepted)) accepted += 1
  expect([refused.status, refused.headers.get('Retry-After'), await refused.json()]).toEqual([503, '5', busy])
  expect((await call(app, 'GET /')).status).toBe(200)
  app.db.pragma('max_page_count = 1000000')
  expect((await register(accepted)).status).toBe(201)
  expect(stored(app.db).registrations).toHaveLength(accepted + 1)
})

test('while the database is locked, saves get 503 but visitors can read content', async () => {
  const app = await createTestApp({ database: 'file' })
  const cookie = await signIn(app)
  lock(app)
  expect((await call(app, 'PUT /api/hero', { cookie, json: { subtitle: 'x' } })).status).toBe(503)
  expect((await call(app, 'GET /api/hero')).status).toBe(200)
})

/** The app with a database that lacks the table `registrations`. `lines` is its log. */
async function broken() {
  const lines: string[] = []
  const test = await createTestApp()
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const app = createApp({ ...test.deps, log })
  test.db.exec('DROP TABLE registrations')
  return { app: { ...test, app }, lines }
}

test('the answer to an unexpected error has only an id, under which the log has the details', async () => {
  const { app, lines } = await broken()
  const answer = await call(app, 'POST /api/registrations', { json: registration })
  expect(answer.status).toBe(500)
  const requestId = answer.headers.get('X-Request-Id')
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(await answer.json()).toEqual({ error: 'Ocurrió un error inesperado.', requestId })
  const entry = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'unexpected error')
  expect(entry).toMatchObject({ requestId, err: { message: 'no such table: registrations' } })
})

test('the log contains no personal data, even after errors', async () => {
  const { app, lines } = await broken()
  await call(app, 'POST /api/registrations', { json: registration })
  await call(app, 'GET /api/registrations?search=jose@ejemplo.gt', { cookie: await signIn(app) })
  await call(app, 'DELETE /api/registrations/jose@ejemplo.gt')
  await call(app, 'DELETE /api/registrations/jose%40ejemplo.gt')
  expect(lines.filter((line) => line.includes('"/api/registrations/…"')).length).toBe(2)
  expect(lines.filter((line) => /josé|jose|ejemplo/i.test(line))).toEqual([])
})

test('logs calls of the API, but not visits to the site', async () => {
  const { app, lines } = await broken()
  await call(app, 'GET /api/live')
  await call(app, 'GET /')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ method: 'GET', path: '/api/live', status: 200, msg: 'request' }])
})
