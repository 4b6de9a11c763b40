import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { stored } from '../../data/testing.ts'
import { call, createTestApp, dataIn, hiddenIn, signIn, type TestApp } from '../testing.ts'

const jose = { name: 'José', email: 'jose@ejemplo.gt' }
const ana = { name: 'Ana', email: 'ana@ejemplo.gt' }
const luis = { name: 'Luis', email: 'luis@ejemplo.gt' }
const key = '0f0f3a3e-7d5e-4a53-9d0c-2b9f3c6f1a10'
const unavailable = 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos segundos.'
const texts = '/api/registration-form'

const register = (app: TestApp, json: object, headers: Record<string, string> = {}) =>
  call(app, 'POST /api/registrations', { json, headers })

const send = (app: TestApp, fields: Record<string, string>) => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
  return call(app, 'POST /api/registrations', { body: new URLSearchParams(fields).toString(), headers })
}

const emails = ({ db }: TestApp) => db.prepare('SELECT email FROM registrations ORDER BY email').pluck().all()

test('a registration that cannot be stored does not affect other registrations in its batch', async () => {
  const app = await createTestApp()
  app.db.exec("CREATE TRIGGER bad BEFORE INSERT ON registrations WHEN NEW.name = 'Ana' BEGIN SELECT RAISE(ABORT, 'no'); END")
  const answers = await Promise.all([jose, ana, luis].map((person) => register(app, person)))
  expect(answers.map(({ status }) => status)).toEqual([201, 500, 201])
  expect(emails(app)).toEqual(['jose@ejemplo.gt', 'luis@ejemplo.gt'])
})

test('if a batch cannot be committed, its registrations all get 503 and can be sent again', async () => {
  const app = await createTestApp()
  // This row refers to a missing user, which fails only at COMMIT.
  app.db.exec(`CREATE TABLE broken (userId TEXT REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER bad AFTER INSERT ON registrations WHEN NEW.name = 'Ana' BEGIN INSERT INTO broken VALUES ('nobody'); END`)
  const answers = await Promise.all([jose, ana, luis].map((person) => register(app, person)))
  expect(answers.map(({ status, headers }) => [status, headers.get('Retry-After')])).toEqual(Array(3).fill([503, '5']))
  for (const answer of answers) expect(await answer.json()).toEqual({ error: unavailable })
  expect(emails(app)).toEqual([])
  app.db.exec('DROP TRIGGER bad')
  const again = await Promise.all([jose, ana, luis].map((person) => register(app, person)))
  expect(again.map(({ status }) => status)).toEqual([201, 201, 201])
})

test('rejects registrations with 503 on a full disk, and accepts them when there is space', async () => {
  const app = await createTestApp({ database: 'file' })
  const pages = app.db.pragma('page_count', { simple: true })
  app.db.pragma(`max_page_count = ${pages}`)
  // Registrations are stored until the existing pages of the file are full.
  const statuses: number[] = []
  for (let count = 0; count < 60 && !statuses.includes(503); count++) {
    statuses.push((await register(app, { ...jose, email: `${count}@ejemplo.gt`, comments: 'x'.repeat(2000) })).status)
  }
  expect(statuses.at(-1)).toBe(503)
  app.db.pragma('max_page_count = 100000')
  expect((await register(app, ana)).status).toBe(201)
  expect(stored(app.db).registrations).toHaveLength(statuses.length)
})

test('while the queue is full, new registrations are refused and accepted ones are stored', async () => {
  const app = await createTestApp({ bounds: { maxWaiting: 10 } })
  const people = Array.from({ length: 30 }, (_, index) => ({ ...jose, email: `${index}@ejemplo.gt` }))
  const answers = await Promise.all(people.map((person) => register(app, person)))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(stored(app.db).registrations).toHaveLength(answers.length - refused.length)
  expect(refused.map(({ status, headers }) => [status, headers.get('Retry-After')])).toEqual(Array(20).fill([503, '5']))
})

test('without JavaScript, a failed registration leads to a page that can send it again', async () => {
  const app = await createTestApp({ database: 'file' })
  const other = new Database(app.db.name)
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  const typed = { ...jose, phone: '+502 5555 1234', comments: 'Llego\ntarde' }
  const answer = await send(app, typed)
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  const page = await answer.text()
  expect([page.includes(unavailable), hiddenIn(page)]).toEqual([true, typed])
  other.exec('ROLLBACK')
  expect((await send(app, typed)).status).toBe(303)
})

test('a registration sent again with its idempotency key is stored once', async () => {
  const app = await createTestApp()
  const answers = [
    await register(app, { ...jose, email: 'jsoe@ejemplo.gt' }, { 'Idempotency-Key': key }),
    await register(app, jose, { 'Idempotency-Key': key }),
    await register(app, jose, { 'Idempotency-Key': key }),
  ]
  for (const answer of answers)
    expect([answer.status, await answer.json()]).toEqual([201, { registered: true, status: 'registered' }])
  expect(emails(app)).toEqual(['jose@ejemplo.gt'])
})

test.each(['', '1', `${key}x`, 'x'.repeat(500)])(
  'rejects the idempotency key %j, which several people could send',
  async (bad) => {
    const app = await createTestApp()
    const answer = await register(app, jose, { 'Idempotency-Key': bad })
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'La solicitud no se pudo leer.' }])
    expect(emails(app)).toEqual([])
  },
)

test('the panel does not get idempotency keys', async () => {
  const app = await createTestApp()
  await register(app, jose, { 'Idempotency-Key': key })
  expect(await (await call(app, 'GET /api/registrations', { cookie: await signIn(app) })).text()).not.toContain(key)
})

test('rejects a registration that fills the hidden field for robots', async () => {
  const app = await createTestApp({ isPublished: true })
  const filled = await register(app, { ...jose, reserved: 'x' })
  const reserved = 'Este campo debe quedar vacío: lo llenó tu navegador o un programa. Ya lo vaciamos: envía otra vez.'
  expect([filled.status, await filled.json()]).toMatchObject([422, { fields: { reserved } }])
  const page = await send(app, { ...jose, reserved: 'x' })
  expect([page.status, (await dataIn(page)).refused]).toMatchObject([422, { values: jose, errors: { reserved } }])
  expect(emails(app)).toEqual([])
  expect([(await register(app, { ...jose, reserved: '' })).status, (await send(app, { ...luis, reserved: '' })).status]).toEqual([
    201, 303,
  ])
  expect(emails(app)).toEqual(['jose@ejemplo.gt', 'luis@ejemplo.gt'])
})

test.each(['https://ana.example', 'x', ''])(
  'accepts a registration with %j in the field website, which password managers fill',
  async (website) => {
    const app = await createTestApp()
    expect([(await register(app, { ...jose, website })).status, (await send(app, { ...luis, website })).status]).toEqual([
      201, 303,
    ])
    expect(emails(app)).toEqual(['jose@ejemplo.gt', 'luis@ejemplo.gt'])
  },
)

const consents = ({ db }: TestApp) => db.prepare('SELECT consentText FROM registrations').pluck().all()

test('stores consent to the published text even if a newer text is saved but not published', async () => {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  await call(app, `PUT ${texts}`, { cookie, json: { marketingText: 'Quiero noticias' } })
  const { render } = app.pages
  app.pages.render = () => Promise.reject(new Error('no page'))
  await call(app, `PUT ${texts}`, { cookie, json: { marketingText: 'Nunca visto' } })
  await register(app, { ...jose, acceptsMarketing: true })
  expect(consents(app)).toEqual(['Quiero noticias'])
  app.pages.render = render
  await call(app, `PUT ${texts}`, { cookie, json: { marketingText: '' } })
  await register(app, { ...ana, acceptsMarketing: true })
  expect(consents(app)).toContain('Acepto recibir información sobre futuros eventos y novedades')
})

test('rejects a consent text sent by the visitor', async () => {
  const app = await createTestApp()
  expect((await register(app, { ...jose, acceptsMarketing: true, consentText: 'Todo' })).status).toBe(422)
})
