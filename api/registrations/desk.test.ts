import { expect, test } from 'vitest'
import type { Registration, RegistrationFields } from '../../data/registrations/schema.ts'
import { stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'

/** No server listens here, so mails stay queued. */
const mail = {
  server: { host: '127.0.0.1', port: 9, secure: false, auth: null },
  from: { name: 'Conferencia', address: 'hola@conferencia.gt' },
  dkim: null,
}

async function desk(people: string[], places: object = {}) {
  const app = await createTestApp({ config: { mail } })
  const cookie = await signIn(app)
  await call(app, 'PUT /api/places', { cookie, json: places })
  const add = (name: string, more: Partial<RegistrationFields> = {}) =>
    call(app, 'POST /api/registrations', { json: { name, email: `${name}@ejemplo.gt`, ...more } })
  for (const name of people) await add(name)
  const list = (sql: string, ...values: string[]) =>
    app.db
      .prepare<string[], string>(sql)
      .pluck()
      .all(...values)
  const find = (name: string) => list('SELECT id FROM registrations WHERE name = ?', name)[0] ?? 'nobody'
  const page = (name: string) => `/registro/${list('SELECT token FROM registrations WHERE name = ?', name)[0]}`
  return {
    app,
    cookie,
    add,
    find,
    page,
    with: (status: string) => list('SELECT name FROM registrations WHERE status = ? ORDER BY waitingNumber, rowid', status),
    mails: () => list("SELECT kind || ' ' || email FROM mails ORDER BY rowid"),
    acts: () => list("SELECT action FROM audit WHERE action LIKE 'registration-%' ORDER BY id"),
    put: (name: string, json: object) => call(app, `PUT /api/registrations/${find(name)}`, { cookie, json }),
    seat: (name: string, json: object = {}, by = cookie) =>
      call(app, `POST /api/registrations/${find(name)}/seat`, { cookie: by, json }),
    hand: (json: object, by = cookie) => call(app, 'POST /api/registrations/by-hand', { cookie: by, json }),
    merge: (json: object) => call(app, 'POST /api/registrations/merge', { cookie, json }),
    trash: (name: string) => call(app, `DELETE /api/registrations/${find(name)}`, { cookie }),
  }
}

const everything = {
  name: 'Ana García',
  email: 'ana.garcia@ejemplo.gt',
  company: 'Labs',
  position: 'CTO',
  phone: '+502 5555 1234',
  notes: 'Llego tarde',
  staffNotes: 'Es ponente',
  acceptsMarketing: true,
  isConfirmed: true,
}

test('staff can correct any field of a registration', async () => {
  const { app, cookie, put, acts } = await desk(['ana'])
  const answer = await put('ana', everything)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    ...everything,
    status: 'registered',
    consentText: 'Anotado por el equipo organizador',
  })
  expect(acts()).toEqual(['registration-changed'])
  for (const [search, found] of [
    ['garcia labs', 1],
    ['ana@', 0],
  ] as const) {
    const list = await call(app, `GET /api/registrations?search=${search}`, { cookie })
    expect(await list.json()).toHaveLength(found)
  }
})

test("removing a person's marketing consent deletes its text and date", async () => {
  const { add, put } = await desk([])
  await add('ana', { acceptsMarketing: true })
  expect(await (await put('ana', { acceptsMarketing: false })).json()).toMatchObject({ consentText: null, consentDate: null })
})

test.each([{}, { name: '' }, { email: 'ana' }, { status: 'otro' }, { token: 'x' }, { isConfirmed: 'sí' }])(
  'rejects a change of a registration to %j',
  async (change) => {
    const { app, put } = await desk(['ana'])
    const before = stored(app.db)
    expect((await put('ana', change)).status).toBe(422)
    expect(stored(app.db)).toEqual(before)
  },
)

test("refuses to change an e-mail to that of another person, and returns that person's id", async () => {
  const { app, put, find } = await desk(['ana', 'eva'])
  const before = stored(app.db)
  const answer = await put('ana', { email: 'EVA@ejemplo.gt', company: 'Labs' })
  expect([answer.status, await answer.json()]).toEqual([409, { error: expect.any(String), id: find('eva') }])
  expect(stored(app.db)).toEqual(before)
  expect((await put('ana', { email: 'Ana@Ejemplo.gt' })).status).toBe(200)
})

test("changing a person's e-mail mails a new registration link and disables the old link", async () => {
  const { app, page, put, mails } = await desk(['ana'])
  const old = page('ana')
  await put('ana', { company: 'Labs' })
  expect(page('ana')).toBe(old)
  await put('ana', { email: 'nueva@ejemplo.gt' })
  expect(page('ana')).not.toBe(old)
  expect((await call(app, `GET ${old}`)).status).toBe(404)
  expect(mails()).toEqual(['confirmation nueva@ejemplo.gt'])
})

test('cancelling a person gives the seat to the first person waiting', async () => {
  const people = await desk(['ana', 'eva', 'luz'], { capacity: 1 })
  expect(await (await people.put('ana', { status: 'cancelled' })).json()).toMatchObject({ status: 'cancelled' })
  expect([people.with('registered'), people.with('waitlisted')]).toEqual([['eva'], ['luz']])
  expect(await (await people.put('ana', { status: 'registered', staffNotes: 'Llamó' })).json()).toMatchObject({
    status: 'waitlisted',
    staffNotes: 'Llamó',
  })
  expect(people.with('waitlisted')).toEqual(['luz', 'ana'])
  expect(people.acts()).toEqual(['registration-cancelled', 'registration-brought-back'])
  expect(people.mails().slice(-2)).toEqual(['promoted eva@ejemplo.gt', 'waitlisted ana@ejemplo.gt'])
})

test('a person whose seat above the capacity is taken back is first on the waiting list', async () => {
  const people = await desk(['ana', 'eva', 'luz'], { capacity: 1 })
  await people.seat('luz', { over: true })
  expect([people.with('registered'), people.with('waitlisted')]).toEqual([['ana', 'luz'], ['eva']])
  expect(await (await people.put('luz', { status: 'waitlisted' })).json()).toMatchObject({ status: 'waitlisted' })
  expect([people.with('registered'), people.with('waitlisted')]).toEqual([['ana'], ['luz', 'eva']])
})

test('refuses a cancelled or waiting person a seat if the event is full', async () => {
  const people = await desk(['ana', 'eva', 'luz'], { capacity: 1 })
  expect((await people.put('luz', { status: 'registered' })).status).toBe(409)
  expect((await people.put('ana', { status: 'waitlisted' })).status).toBe(409)
  await people.put('ana', { status: 'cancelled' })
  await call(people.app, 'PUT /api/places', { cookie: people.cookie, json: { waitlist: false } })
  const before = stored(people.app.db)
  expect((await people.put('ana', { status: 'registered', name: 'otra' })).status).toBe(409)
  expect(stored(people.app.db)).toEqual(before)
})

test('staff can add people while registration is closed', async () => {
  const people = await desk(['ana', 'eva'], { capacity: 1 })
  await call(people.app, 'PUT /api/places', { cookie: people.cookie, json: { closesAt: '2025-01-01T00:00:00Z' } })
  const added = await people.hand(everything)
  expect([added.status, await added.json()]).toEqual([
    201,
    expect.objectContaining({ ...everything, status: 'waitlisted', isConfirmed: false }),
  ])
  expect(people.with('waitlisted')).toEqual(['eva', 'Ana García'])
  expect(people.mails().at(-1)).toBe('waitlisted ana.garcia@ejemplo.gt')
  const again = await people.hand({ name: 'Otra', email: 'ANA.garcia@ejemplo.gt' })
  expect([again.status, await again.json()]).toEqual([409, { error: expect.any(String), id: people.find('Ana García') }])
  await call(people.app, 'PUT /api/places', { cookie: people.cookie, json: { waitlist: false } })
  expect((await people.hand({ name: 'Luz', email: 'luz@ejemplo.gt' })).status).toBe(409)
  expect((await people.hand({ name: 'Luz' })).status).toBe(422)
  expect(people.acts()).toEqual(['registration-added'])
})

test('staff give free seats to waiting people, but only administrators exceed the capacity', async () => {
  const people = await desk(['ana', 'eva', 'luz'], { capacity: 1 })
  const colleague = await signIn(people.app, 'user')
  expect((await people.seat('luz', {}, colleague)).status).toBe(409)
  expect((await people.seat('luz', { over: true }, colleague)).status).toBe(403)
  expect(people.with('registered')).toEqual(['ana'])
  const given = await people.seat('luz', { over: true })
  expect([given.status, await given.json()]).toEqual([200, expect.objectContaining({ name: 'luz', status: 'registered' })])
  expect([people.with('registered'), people.with('waitlisted')]).toEqual([['ana', 'luz'], ['eva']])
  expect((await people.seat('luz', { over: true })).status).toBe(200)
  // One person more than seats has a seat, so the first cancellation frees no seat.
  await people.put('ana', { status: 'cancelled' })
  expect(people.with('registered')).toEqual(['luz'])
  await people.put('luz', { status: 'cancelled' })
  expect(people.with('registered')).toEqual(['eva'])
  await call(people.app, 'PUT /api/places', { cookie: people.cookie, json: { capacity: 2 } })
  expect((await people.seat('ana', {}, colleague)).status).toBe(200)
  expect(people.with('registered')).toEqual(['ana', 'eva'])
  // Queued mails that became wrong have been removed.
  expect(people.mails().slice(-3)).toEqual([
    'cancelledByStaff luz@ejemplo.gt',
    'promoted eva@ejemplo.gt',
    'promoted ana@ejemplo.gt',
  ])
  expect(people.acts().filter((act) => act === 'registration-seated')).toHaveLength(2)
  expect((await call(people.app, 'POST /api/registrations/nobody/seat', { cookie: people.cookie, json: {} })).status).toBe(404)
})

test('only administrators can add a person with a seat above the capacity', async () => {
  const people = await desk(['ana', 'eva'], { capacity: 1 })
  const colleague = await signIn(people.app, 'user')
  const luz = { name: 'luz', email: 'luz@ejemplo.gt' }
  expect((await people.hand({ ...luz, seat: true })).status).toBe(409)
  expect((await people.hand({ ...luz, over: true }, colleague)).status).toBe(403)
  expect(people.find('luz')).toBe('nobody')
  expect(await (await people.hand({ ...luz, seat: true, over: true })).json()).toMatchObject({ status: 'registered' })
  expect([people.with('registered'), people.with('waitlisted')]).toEqual([['ana', 'luz'], ['eva']])
  expect(people.mails().at(-1)).toBe('confirmation luz@ejemplo.gt')
})

test('a merged person has the chosen fields and the better status', async () => {
  const people = await desk(['ana', 'eva', 'anna', 'luz'], { capacity: 2 })
  await people.put('anna', { phone: '5555 1234', staffNotes: 'Llamó' })
  const [keep, other, theirPage] = [people.find('anna'), people.find('ana'), people.page('ana')]
  const answer = await people.merge({ keep, other, take: ['name', 'email'] })
  const merged = { id: keep, name: 'ana', email: 'ana@ejemplo.gt', phone: '5555 1234', staffNotes: 'Llamó', status: 'registered' }
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining(merged)])
  expect([people.with('registered'), people.with('waitlisted')]).toEqual([['eva', 'ana'], ['luz']])
  expect(people.page('ana')).toBe(theirPage)
  const trash = (await (await call(people.app, 'GET /api/trash', { cookie: people.cookie })).json()) as Registration[]
  expect(trash.map(({ id }) => id)).toEqual([other])
  expect(people.mails().filter((mail) => mail.endsWith('ana@ejemplo.gt'))).toEqual(['confirmation ana@ejemplo.gt'])
  expect((await call(people.app, `POST /api/trash/${other}/restore`, { cookie: people.cookie })).status).toBe(409)
})

test('a waiting person merged with a registered person takes over the seat', async () => {
  const people = await desk(['ana', 'eva', 'luz'], { capacity: 1 })
  await people.merge({ keep: people.find('luz'), other: people.find('ana'), take: [] })
  expect([people.with('registered'), people.with('waitlisted')]).toEqual([['luz'], ['eva']])
  // The confirmation of the merged registration was removed, because its link no longer works.
  expect(people.mails()).toEqual(['waitlisted eva@ejemplo.gt', 'promoted luz@ejemplo.gt'])
})

test('merging two people with seats frees one seat for the waiting list', async () => {
  const people = await desk(['ana', 'anna', 'luz'], { capacity: 2 })
  await people.merge({ keep: people.find('ana'), other: people.find('anna'), take: [] })
  expect([people.with('registered'), people.with('waitlisted')]).toEqual([['ana', 'luz'], []])
  expect(people.mails().at(-1)).toBe('promoted luz@ejemplo.gt')
})

test('a waiting person restored from the trash gets a free seat and a mail', async () => {
  const people = await desk(['ana', 'eva'], { capacity: 1 })
  const id = people.find('eva')
  await people.trash('eva')
  await call(people.app, 'PUT /api/places', { cookie: people.cookie, json: { capacity: 2 } })
  expect((await call(people.app, `POST /api/trash/${id}/restore`, { cookie: people.cookie })).status).toBe(200)
  expect(people.mails()).toEqual(['confirmation ana@ejemplo.gt', 'promoted eva@ejemplo.gt'])
})

test('refuses to merge a person with an unknown person or with themselves', async () => {
  const { app, find, merge } = await desk(['ana'])
  const before = stored(app.db)
  expect((await merge({ keep: find('ana'), other: 'nobody', take: [] })).status).toBe(404)
  expect((await merge({ keep: find('ana'), other: find('ana'), take: [] })).status).toBe(422)
  expect((await merge({ keep: find('ana'), other: 'nobody', take: ['status'] })).status).toBe(422)
  expect(stored(app.db)).toEqual(before)
})

test('lists likely duplicate registrations with the reason', async () => {
  const { app, cookie, add } = await desk([])
  await add('José Pérez', { email: 'jp@gmail.com', phone: '5555 1234' })
  await add('Eva Luz', { email: 'eva@ejemplo.gt' })
  await add('PEREZ Jose', { email: 'j.p@gmial.com', phone: '+502 5555-1234' })
  const pairs = await (await call(app, 'GET /api/registrations/similar', { cookie })).json()
  expect(pairs).toEqual([
    {
      a: expect.objectContaining({ name: 'José Pérez', status: 'registered' }),
      b: expect.objectContaining({ name: 'PEREZ Jose', email: 'j.p@gmial.com' }),
      why: ['email', 'phone', 'name'],
    },
  ])
})

test('dismissed duplicates are listed again only if the dismissal is undone', async () => {
  const { app, cookie, add, find, acts } = await desk([])
  await add('José Pérez', { email: 'jp@gmail.com' })
  await add('Pérez José', { email: 'otro@ejemplo.gt' })
  await add('Jose Perez', { email: 'tercero@ejemplo.gt' })
  const pairs = async () => ((await (await call(app, 'GET /api/registrations/similar', { cookie })).json()) as unknown[]).length
  expect(await pairs()).toBe(3)
  const [a, b] = [find('José Pérez'), find('Pérez José')]
  const say = async (json: object) => (await call(app, 'PUT /api/registrations/similar', { cookie, json })).status
  expect(await say({ a, b, isDifferent: true })).toBe(200)
  expect(await pairs()).toBe(2)
  expect(await say({ a: b, b: a, isDifferent: true })).toBe(200)
  expect(await say({ a: b, b: a, isDifferent: false })).toBe(200)
  expect(await pairs()).toBe(3)
  expect([await say({ a, b: 'nobody', isDifferent: true }), await say({ a, b: a, isDifferent: true })]).toEqual([404, 422])
  expect(acts()).toEqual([])
  expect(app.db.prepare("SELECT count(*) FROM audit WHERE action = 'registrations-told-apart'").pluck().get()).toBe(2)
})

test('a person whose id is sent twice is confirmed and counted once', async () => {
  const { app, cookie, find, acts } = await desk(['ana'])
  const json = { ids: [find('ana'), find('ana')], isConfirmed: true }
  expect(await (await call(app, 'POST /api/registrations/confirm', { cookie, json })).json()).toEqual({ changed: 1 })
  expect(acts()).toEqual(['registration-confirmed'])
})
