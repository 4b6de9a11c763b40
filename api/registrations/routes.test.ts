import { expect, test } from 'vitest'
import type { Registration } from '../../data/registrations/schema.ts'
import { addRegistration, holdClock, longAgo, stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'

const dialog = {
  name: 'José',
  email: 'jose@ejemplo.gt',
  company: 'Labs',
  position: 'CTO',
  phone: '+502 5555 1234',
  acceptsMarketing: true,
}
const inline = { name: 'José', email: 'jose@ejemplo.gt', phone: '5555 1234', comments: 'Llego tarde' }
const noConsent = { acceptsMarketing: false, consentText: null, consentDate: null }
const consent = { acceptsMarketing: true, consentText: 'Acepto recibir información sobre futuros eventos y novedades' }
const empty = { company: '', position: '', phone: '', ...noConsent, notes: '', staffNotes: '' }

test.each([
  ['dialog', dialog, { ...dialog, ...consent, notes: '', staffNotes: '' }],
  ['inline form', inline, { ...empty, name: 'José', email: 'jose@ejemplo.gt', phone: '5555 1234', notes: 'Llego tarde' }],
  ['required fields', { name: 'José', email: 'jose@ejemplo.gt' }, { ...empty, name: 'José', email: 'jose@ejemplo.gt' }],
  [
    'dialog and some empty fields',
    { ...dialog, company: '', phone: null },
    { ...dialog, ...consent, company: '', phone: '', notes: '', staffNotes: '' },
  ],
])('a visitor who registers with the %s is not confirmed yet', async (_, json, expected) => {
  const app = await createTestApp()
  const answer = await call(app, 'POST /api/registrations', { json })
  expect([answer.status, await answer.json()]).toEqual([201, { registered: true, status: 'registered' }])
  const list = await (await call(app, 'GET /api/registrations', { cookie: await signIn(app) })).json()
  const registrationDate = expect.stringMatching(/^\d{4}-.*Z$/)
  const known = {
    id: expect.any(String),
    isConfirmed: false,
    status: 'registered',
    registrationDate,
    consentDate: registrationDate,
    arrivedAt: null,
    door: null,
    isWalkIn: false,
    importedFrom: '',
    unconfirmedAt: null,
    passedTo: '',
    passedFrom: '',
    placeLink: '',
    answers: {},
    questionTexts: {},
  }
  expect(list).toEqual([{ ...known, ...expected }])
})

test.each(['jose@ejemplo.gt', ' JOSE@Ejemplo.GT '])(
  'registering the known e-mail %j gets the usual answer and changes nothing',
  async (email) => {
    const app = await createTestApp()
    const first = await call(app, 'POST /api/registrations', { json: dialog })
    const before = stored(app.db)
    const second = await call(app, 'POST /api/registrations', { json: { name: 'Intruso', email, phone: '1' } })
    const unique = ['x-request-id']
    const shown = async (answer: Response) => [
      answer.status,
      await answer.text(),
      [...answer.headers].filter(([name]) => !unique.includes(name)),
    ]
    expect(await shown(second)).toEqual(await shown(first))
    expect(stored(app.db)).toEqual(before)
  },
)

test('stores fifty identical simultaneous registrations as one', async () => {
  const app = await createTestApp()
  const answers = await Promise.all(Array.from({ length: 50 }, () => call(app, 'POST /api/registrations', { json: dialog })))
  const bodies = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
  expect(new Set(bodies)).toEqual(new Set(['201 {"registered":true,"status":"registered"}']))
  expect(stored(app.db).registrations).toHaveLength(1)
})

test('rejects registrations above the limit with Retry-After, and does not store them', async () => {
  holdClock()
  const app = await createTestApp({ config: { registrationLimit: 2 } })
  const register = (name: string) => call(app, 'POST /api/registrations', { json: { name, email: `${name}@ejemplo.gt` } })
  expect([(await register('a')).status, (await register('b')).status]).toEqual([201, 201])
  const refused = await register('c')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
  const error = 'Hay muchos registros en este momento. Espera un minuto y vuelve a intentarlo.'
  expect(await refused.json()).toEqual({ error })
  expect(stored(app.db).registrations).toHaveLength(2)
})

test('counts visitors behind a trusted proxy by their own IP address', async () => {
  const app = await createTestApp({ config: { registrationLimit: 1, trustProxy: 1 } })
  const register = (name: string, address: string) => {
    const json = { name, email: `${name}@ejemplo.gt` }
    return call(app, 'POST /api/registrations', { json, headers: { 'X-Forwarded-For': address } })
  }
  const statuses = [await register('a', '1.1.1.1'), await register('b', '1.1.1.2'), await register('c', '1.1.1.1')]
  expect(statuses.map(({ status }) => status)).toEqual([201, 201, 429])
})

test('the list shows a registration as confirmed, and then as pending again', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const registration = addRegistration(app.db)
  for (const isConfirmed of [true, false]) {
    const answer = await call(app, `PUT /api/registrations/${registration.id}`, { cookie, json: { isConfirmed } })
    expect([answer.status, await answer.json()]).toEqual([200, { ...registration, isConfirmed }])
    expect(await (await call(app, 'GET /api/registrations', { cookie })).json()).toEqual([{ ...registration, isConfirmed }])
  }
})

test('deleting a registration removes only that registration from the list', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const [jose, ana] = [addRegistration(app.db), addRegistration(app.db, { email: 'ana@ejemplo.gt' })]
  const answer = await call(app, `DELETE /api/registrations/${jose.id}`, { cookie })
  expect([answer.status, await answer.json()]).toEqual([200, { deleted: true }])
  const left: Registration[] = await (await call(app, 'GET /api/registrations', { cookie })).json()
  expect(left).toEqual([ana])
})

test('cannot change or delete a registration that does not exist', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const changed = await call(app, 'PUT /api/registrations/unknown', { cookie, json: { isConfirmed: true } })
  const deleted = await call(app, 'DELETE /api/registrations/unknown', { cookie })
  for (const answer of [changed, deleted]) {
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'No se encontró lo que buscas.' }])
  }
})

async function threePeople() {
  const app = await createTestApp()
  const cookie = await signIn(app)
  addRegistration(app.db, { name: 'José Pérez', email: 'jp@ejemplo.gt', company: 'Ñandú' }, '2025-06-01T12:00:00.000Z')
  addRegistration(app.db, { name: 'María José López', email: 'maria@ejemplo.gt' }, '2025-06-02T12:00:00.000Z')
  const { id } = addRegistration(app.db, { name: 'Ana', email: 'ana@otro.gt', acceptsMarketing: true }, longAgo)
  await call(app, `PUT /api/registrations/${id}`, { cookie, json: { isConfirmed: true } })
  return (query: string) => call(app, `GET /api/registrations${query}`, { cookie })
}

test.each([
  ['', ['maria', 'jp', 'ana'], 3],
  ['?search=', ['maria', 'jp', 'ana'], 3],
  ['?search=perez+jose', ['jp'], 1],
  ['?search=NANDU', ['jp'], 1],
  ['?search=otro.gt', ['ana'], 1],
  ['?search=nadie', [], 0],
  ['?status=all', ['maria', 'jp', 'ana'], 3],
  ['?status=confirmed', ['ana'], 1],
  ['?status=pending&search=jos%C3%A9', ['maria', 'jp'], 2],
  ['?limit=1', ['maria'], 3],
  ['?limit=2&offset=1', ['jp', 'ana'], 3],
  ['?search=jose&limit=1&offset=1', ['jp'], 2],
])('the list of registrations filtered by "%s" has %j, newest first', async (query, found, matching) => {
  const list = await threePeople()
  const answer = await list(query)
  const people: Registration[] = await answer.json()
  expect(people.map(({ email }) => email.split('@', 1)[0])).toEqual(found)
  expect(answer.headers.get('X-Counts')).toBe(
    `matching=${matching}, total=3, confirmed=1, pending=2, marketing=1, registered=3, waitlisted=0, cancelled=0, arrived=0`,
  )
})

test.each([
  [
    'America/Guatemala',
    [
      { day: '2025-05-31', count: 1 },
      { day: '2025-06-01', count: 1 },
    ],
  ],
  ['UTC', [{ day: '2025-06-01', count: 2 }]],
])('counts registrations by day in the time zone %s of the event', async (timeZone, days) => {
  const app = await createTestApp({ config: { timeZone } })
  addRegistration(app.db, { email: 'ana@ejemplo.gt' }, '2025-06-01T03:00:00.000Z')
  addRegistration(app.db, { email: 'jose@ejemplo.gt' }, '2025-06-01T15:00:00.000Z')
  const answer = await call(app, 'GET /api/registrations/days', { cookie: await signIn(app) })
  expect([answer.status, await answer.json()]).toEqual([200, days])
})

test.each([
  ['?status=new', { status: 'Estado desconocido' }],
  ['?limit=0', { limit: 'Mínimo 1' }],
  ['?limit=1001', { limit: 'Máximo 1000' }],
  ['?offset=x', { offset: 'Escribe un número' }],
  ['?sort=email', { sort: 'Orden desconocido' }],
  ['?by=name', { by: 'Este campo no se conoce aquí' }],
])('rejects the filter %s for list and export', async (query, fields) => {
  const list = await threePeople()
  for (const path of ['', '/export']) {
    const answer = await list(`${path}${query}`)
    expect([answer.status, await answer.json()]).toEqual([422, { error: 'Revisa los campos marcados.', fields }])
  }
})
