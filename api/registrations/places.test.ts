import { expect, test } from 'vitest'
import type { Registration } from '../../data/registrations/schema.ts'
import { stored } from '../../data/testing.ts'
import { call, createTestApp, dataIn, signIn } from '../testing.ts'

const typed = { name: 'José Pérez', email: 'jose@ejemplo.gt', phone: '+502 5555 1234', comments: 'Llego\ntarde' }

async function conference(places: object, config: { registrationLimit?: number; trustProxy?: number } = {}) {
  const app = await createTestApp({ config })
  const cookie = await signIn(app)
  const set = (json: object) => call(app, 'PUT /api/places', { cookie, json })
  expect((await set(places)).status).toBe(200)
  const register = (name: string) => call(app, 'POST /api/registrations', { json: { name, email: `${name}@ejemplo.gt` } })
  const send = (fields: Record<string, string>) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
    return call(app, 'POST /api/registrations', { body: new URLSearchParams(fields).toString(), headers })
  }
  const list = async (query = '') => {
    const answer = await call(app, `GET /api/registrations${query}`, { cookie })
    return { counts: answer.headers.get('X-Counts'), people: (await answer.json()) as Registration[] }
  }
  return { app, cookie, set, register, send, list }
}

test('a new registration goes on the waiting list when all seats are taken', async () => {
  const { register, list } = await conference({ capacity: 1 })
  expect(await (await register('ana')).json()).toEqual({ registered: true, status: 'registered' })
  expect(await (await register('eva')).json()).toEqual({ registered: true, status: 'waitlisted' })
  const { counts, people } = await list('?status=waitlisted')
  expect(people.map(({ name, status }) => [name, status])).toEqual([['eva', 'waitlisted']])
  expect(counts).toContain('matching=1, total=2')
  expect(counts).toContain('registered=1, waitlisted=1, cancelled=0')
})

const closed = [
  ['not-open', { opensAt: '2099-01-01T00:00:00.000Z' }, 'El registro todavía no está abierto.'],
  [
    'closed',
    { closesAt: '2020-01-01T00:00:00.000Z' },
    'El registro ya cerró. Si ya te habías registrado, tu registro sigue en pie.',
  ],
  [
    'full',
    { capacity: 0, waitlist: false },
    'Ya no hay lugares disponibles. Si ya te habías registrado, tu registro sigue en pie.',
  ],
] as const

test.each(closed)('rejects registrations with 409 and the reason if registration is %s', async (reason, places, error) => {
  const { app, register } = await conference(places)
  const answer = await register('ana')
  expect([answer.status, await answer.json()]).toEqual([409, { error, reason }])
  expect(stored(app.db).registrations).toEqual([])
})

test.each(closed)(
  'without JavaScript, shows the form with the typed values if registration is %s',
  async (_, places, message) => {
    const { app, send } = await conference(places)
    const answer = await send(typed)
    expect(answer.status).toBe(409)
    expect((await dataIn(answer)).refused).toEqual({ values: typed, errors: {}, message })
    expect(stored(app.db).registrations).toEqual([])
  },
)

test('without JavaScript, shows the notice of the waiting list if the event is full', async () => {
  const { send } = await conference({ capacity: 0 })
  const answer = await send(typed)
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/#registro-en-espera'])
})

test('deleting a registration gives the seat to the first person waiting', async () => {
  const { app, cookie, set, register, list } = await conference({ capacity: 1 })
  for (const name of ['ana', 'eva']) await register(name)
  const { people } = await list('?search=ana')
  const id = people[0]?.id
  await call(app, `DELETE /api/registrations/${id}`, { cookie })
  expect((await list('?status=registered')).people.map(({ name }) => name)).toEqual(['eva'])
  await set({ waitlist: false })
  expect((await call(app, `POST /api/trash/${id}/restore`, { cookie })).status).toBe(409)
  await set({ waitlist: true })
  const back = await call(app, `POST /api/trash/${id}/restore`, { cookie })
  expect(await back.json()).toMatchObject({ name: 'ana', status: 'waitlisted' })
})

test('a larger capacity gives seats to waiting people, even when restored from the history', async () => {
  const { app, cookie, set, register, list } = await conference({ capacity: 1 })
  for (const name of ['ana', 'eva', 'luz']) await register(name)
  const [larger] = await revisionsAfter(() => set({ capacity: 2 }))
  expect((await list('?status=registered')).people).toHaveLength(2)
  await set({ capacity: null, waitlist: false })
  expect((await list('?status=registered')).people).toHaveLength(3)
  await set({ capacity: 0 })
  const answer = await call(app, `POST /api/history/${larger}/restore`, { cookie })
  expect([answer.status, (await list('?status=registered')).people.length]).toEqual([200, 3])
})

const revisionsAfter = async (save: () => Promise<Response>) => [(await save()).headers.get('ETag')?.replaceAll('"', '')]

test.each([
  { capacity: -1 },
  { capacity: 1.5 },
  { capacity: '5' },
  { waitlist: 'yes' },
  { opensAt: 'mañana' },
  { closesAt: '2025-13-01T00:00:00Z' },
  { opensAt: '2026-01-02T00:00:00Z', closesAt: '2026-01-01T00:00:00Z' },
  { more: 1 },
])('rejects the registration settings %j', async (json) => {
  const { app, set } = await conference({ capacity: 5 })
  const before = stored(app.db)
  expect((await set(json)).status).toBe(422)
  expect(stored(app.db)).toEqual(before)
})

test('stores opening and closing times in UTC', async () => {
  const { set } = await conference({})
  const answer = await set({ opensAt: '2026-01-01T08:00:00-06:00', closesAt: null })
  expect(await answer.json()).toMatchObject({ capacity: null, waitlist: true, opensAt: '2026-01-01T14:00:00.000Z', closesAt: '' })
})

/** `from` and `many` register visitors from an IP address, sent as `X-Forwarded-For`. */
async function sharedConference(places: object) {
  const { app, list, set, send } = await conference(places, { registrationLimit: 1_000, trustProxy: 1 })
  let count = 0
  const from = (address: string) => {
    count += 1
    const json = { name: `persona ${count}`, email: `persona${count}@ejemplo.gt` }
    return call(app, 'POST /api/registrations', { json, headers: { 'X-Forwarded-For': address } })
  }
  const many = async (people: number, address: string) => {
    const answers = await Promise.all(Array.from({ length: people }, () => from(address)))
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
    return Object.fromEntries([...new Set(answers.map(({ status }) => status))].map((status) => [status, count(status)]))
  }
  return { from, many, list, set, send }
}

test('one IP address gets at most 60 % of the seats per day', async () => {
  const { from, many, list } = await sharedConference({ capacity: 200 })
  expect(await many(300, '192.0.2.1')).toEqual({ 201: 120, 429: 180 })
  const refused = await from('192.0.2.1')
  expect([refused.status, await refused.json()]).toEqual([429, { error: expect.stringContaining('desde otra conexión') }])
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(23 * 60 * 60)
  expect(await many(80, '192.0.2.2')).toEqual({ 201: 80 })
  expect((await list('?limit=1')).counts).toContain('registered=200, waitlisted=0')
  // The share limits seats only. Everybody may still join the waiting list.
  expect(await (await from('192.0.2.1')).json()).toEqual({ registered: true, status: 'waitlisted' })
})

test('300 people of a school who share one IP address can register', async () => {
  const school = await sharedConference({ capacity: 500 })
  expect(await school.many(300, '192.0.2.1')).toEqual({ 201: 300 })
  expect((await school.list('?limit=1')).counts).toContain('registered=300')
  const family = await sharedConference({ capacity: 8 })
  expect(await family.many(6, '192.0.2.1')).toEqual({ 201: 6 })
})

test('repeated registrations of one e-mail count once towards the limit of the IP address', async () => {
  const { send, list, many } = await sharedConference({ capacity: 8 })
  for (let round = 0; round < 10; round++) await send({ name: 'José', email: 'jose@ejemplo.gt' })
  expect((await list()).counts).toContain('registered=1')
  expect(await many(6, 'local')).toEqual({ 201: 5, 429: 1 })
})
