import { expect, test } from 'vitest'
import { saveSection } from '../../../data/content/sections.ts'
import { mailQueue } from '../../../data/mail/outbox.ts'
import { createPlaceLink } from '../../../data/place-links/place-links.ts'
import { countStatus } from '../../../data/registrations/places-now.ts'
import { addRegistration, holdClock, memoryDb, someEdit, zone } from '../../../data/testing.ts'
import { queueingParts } from '../../mail/mailer.ts'
import { call, createTestApp, dataIn, hiddenIn, signIn } from '../../testing.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const share = { label: 'USAC', places: 1, until: '2099-11-01T06:00:00-06:00' }

async function conference({ capacity = 2, registrationLimit = 0 } = {}) {
  const app = await createTestApp({ isPublished: true, config: { registrationLimit } })
  const cookie = await signIn(app)
  saveSection(app.db, 'hero', { eventDate: '2099-11-20T14:00:00.000Z' }, someEdit)
  saveSection(app.db, 'places', { capacity }, someEdit)
  const pathOf = async (answer: Response | Promise<Response>) => new URL((await (await answer).json()).url).pathname
  return {
    app,
    asAdmin: (line: Parameters<typeof call>[1], json?: unknown) =>
      call(app, line, { cookie, ...(json !== undefined && { json }) }),
    pathOf,
    register: (path: string, name: string, more: Record<string, string> = {}) =>
      call(app, `POST ${path}`, {
        headers: { ...form, Origin: path.startsWith('/api/') ? app.config.publicOrigin : 'null' },
        body: new URLSearchParams({ name, email: `${name}@ejemplo.gt`, phone: '5555', ...more }).toString(),
      }),
    pageOf: async (path: string) => (await dataIn(await call(app, `GET ${path}`))).placeLinkPage,
  }
}

test('a link made in the panel registers people in its reserved seats', async () => {
  const { app, asAdmin, pathOf, register, pageOf } = await conference()
  const made = await asAdmin('POST /api/place-links', share)
  expect(made.status).toBe(201)
  const path = await pathOf(made)
  expect(path).toMatch(/^\/registro\/cupo\/[\w-]{22}$/)
  await register('/api/registrations', 'ana')
  await register('/api/registrations', 'eva')
  expect(await pageOf(path)).toMatchObject({ label: 'USAC', state: 'open', until: '2099-11-01T12:00:00.000Z', refused: null })
  const taken = await register(path, 'luz')
  expect([taken.status, taken.headers.get('Location')]).toEqual([303, '/#registro-exitoso'])
  expect(countStatus(app.db)).toMatchObject({ registered: 2, waitlisted: 1 })
  expect(await (await asAdmin('GET /api/place-links')).json()).toEqual([
    {
      ...{ id: expect.any(String), label: 'USAC', places: 1, used: 1, until: '2099-11-01T12:00:00.000Z' },
      ...{ state: 'open', returnedAt: null, url: expect.any(String) },
    },
  ])
  const page = await call(app, `GET ${path}`)
  expect([page.headers.get('Cache-Control'), (await dataIn(page)).placeLinkPage?.state]).toEqual(['no-store', 'used-up'])
})

test('a link without free seats passes the typed text on to the usual form', async () => {
  const { app, asAdmin, pathOf, register } = await conference({ capacity: 1 })
  const path = await pathOf(asAdmin('POST /api/place-links', share))
  await register(path, 'ana')
  for (const address of [path, '/registro/cupo/unknown']) {
    const refused = await register(address, 'eva', { comments: 'Hola' })
    const page = await refused.text()
    expect(refused.status).toBe(409)
    expect(page).toContain('Los lugares de este enlace ya se ocuparon, o el enlace ya no sirve.')
    expect(page).toContain('<h1>No se hizo un registro nuevo</h1>')
    expect(page).toContain('action="/api/registrations#registro"')
    expect(hiddenIn(page)).toEqual({ name: 'eva', email: 'eva@ejemplo.gt', phone: '5555', comments: 'Hola' })
  }
  expect(countStatus(app.db)).toMatchObject({ registered: 1, waitlisted: 0 })
})

test('a form sent twice for the last seat of a link gets the first answer both times', async () => {
  const { app, asAdmin, pathOf, register, pageOf } = await conference({ capacity: 1 })
  const path = await pathOf(asAdmin('POST /api/place-links', share))
  await register('/api/registrations', 'eva')
  const { key = '' } = (await pageOf(path)) ?? {}
  for (let sent = 0; sent < 3; sent += 1) {
    const answer = await register(path, 'eva', { key })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/#registro-exitoso'])
  }
  expect(countStatus(app.db)).toMatchObject({ registered: 1, waitlisted: 0 })
})

test('the form of a link without free seats does not reveal which e-mails are registered', async () => {
  const { app, asAdmin, pathOf, register, pageOf } = await conference()
  const path = await pathOf(asAdmin('POST /api/place-links', share))
  const { key = '' } = (await pageOf(path)) ?? {}
  const { key: otherKey = '' } = (await pageOf(path)) ?? {}
  expect(otherKey).not.toBe(key)
  const send = async (name: string, sentKey: string) => (await register(path, name, { key: sentKey })).status
  expect([await send('ana', key), await send('ana', key)]).toEqual([303, 303])
  expect([await send('eva', key), await send('ana', otherKey), await send('ana', 'x')]).toEqual([409, 409, 409])
  expect(await (await register(path, 'ana')).text()).toContain('Si ya te habías registrado, tu registro sigue en pie.')
  expect(countStatus(app.db)).toMatchObject({ registered: 1, waitlisted: 0 })
})

test('the list of registrations shows the label of a link for people who have its seats', async () => {
  const { asAdmin, pathOf, register } = await conference({ capacity: 5 })
  const path = await pathOf(asAdmin('POST /api/place-links', share))
  await register('/api/registrations', 'ana')
  await register(path, 'luz')
  const list = async () => (await asAdmin('GET /api/registrations?sort=name&order=asc')).json()
  const [ana, luz] = await list()
  expect([ana.placeLink, luz.placeLink]).toEqual(['', 'USAC'])
  const changed = await asAdmin(`PUT /api/registrations/${luz.id}`, { company: 'UVG' })
  expect(await changed.json()).toMatchObject({ company: 'UVG', placeLink: 'USAC' })
  await asAdmin(`PUT /api/registrations/${luz.id}`, { status: 'cancelled' })
  expect((await list())[1]).toMatchObject({ status: 'cancelled', placeLink: '' })
})

test('a form with a mistake is shown again, and takes no reserved seat', async () => {
  const { asAdmin, pathOf, register } = await conference()
  const path = await pathOf(asAdmin('POST /api/place-links', share))
  const refused = await register(path, '')
  const { refused: shown } = (await dataIn(refused)).placeLinkPage ?? {}
  expect([refused.status, shown?.errors.name, shown?.values.phone]).toEqual([422, 'Escribe tu nombre', '5555'])
  expect(await (await asAdmin('GET /api/place-links')).json()).toMatchObject([{ used: 0 }])
})

test('renewing a link changes its URL, and ending the link makes the URL unknown', async () => {
  const { app, asAdmin, pathOf, pageOf } = await conference()
  const made = await asAdmin('POST /api/place-links', share)
  const { id, url } = await made.json()
  const old = new URL(url).pathname
  const path = await pathOf(asAdmin(`POST /api/place-links/${id}/renew`))
  expect([(await pageOf(old))?.state, (await pageOf(path))?.state]).toEqual(['unknown', 'open'])
  expect((await asAdmin(`DELETE /api/place-links/${id}`)).status).toBe(200)
  expect((await pageOf(path))?.state).toBe('unknown')
  expect((await call(app, `GET ${path}`)).status).toBe(404)
  expect(await (await asAdmin('GET /api/place-links')).json()).toMatchObject([
    { id, state: 'ended', returnedAt: expect.any(String) },
  ])
  expect((await asAdmin(`PUT /api/place-links/${id}`, { until: share.until })).status).toBe(200)
  expect((await pageOf(path))?.state).toBe('open')
  for (let sent = 0; sent < 2; sent += 1) expect((await asAdmin(`DELETE /api/place-links/${id}`)).status).toBe(200)
  expect(await (await asAdmin('GET /api/place-links')).json()).toEqual([])
  for (const line of ['DELETE /api/place-links/x', 'POST /api/place-links/x/renew'] as const)
    expect((await asAdmin(line)).status).toBe(404)
})

test.each([
  ['more places than are free', { places: 3 }, 'places', 'Como máximo 2: no hay más lugares libres'],
  ['a past end', { until: '2020-01-01T00:00:00Z' }, 'until', 'Elige un momento que todavía no haya pasado'],
  ['no end', { until: '' }, 'until', 'Escribe un día y una hora válidos, antes del año 2100'],
  ['an empty label', { label: ' ' }, 'label', 'Escribe para quién es'],
  ['an unknown field', { token: 'x' }, 'token', 'Este campo no se conoce aquí'],
])('refuses a link for reserved seats with %s', async (_, fields, field, message) => {
  const { asAdmin } = await conference()
  const refused = await asAdmin('POST /api/place-links', { ...share, ...fields })
  expect([refused.status, (await refused.json()).fields]).toEqual([422, { [field]: message }])
  expect(await (await asAdmin('GET /api/place-links')).json()).toEqual([])
})

test('a full conference cannot reserve seats for a link', async () => {
  const { asAdmin } = await conference({ capacity: 0 })
  const { fields } = await (await asAdmin('POST /api/place-links', share)).json()
  expect(fields).toEqual({ places: 'No hay lugares libres: amplía antes el cupo' })
})

test('a link can be changed to reserve fewer seats', async () => {
  const { app, asAdmin, register } = await conference()
  const { id } = await (await asAdmin('POST /api/place-links', { ...share, places: 2 })).json()
  await register('/api/registrations', 'ana')
  const changed = await asAdmin(`PUT /api/place-links/${id}`, { places: 1 })
  expect([changed.status, await changed.json()]).toEqual([200, expect.objectContaining({ id, label: 'USAC', places: 1 })])
  expect(countStatus(app.db)).toMatchObject({ registered: 1, waitlisted: 0 })
  expect((await asAdmin(`PUT /api/place-links/${id}`, {})).status).toBe(422)
})

test('if a link frees a seat at the deadline to confirm, no unconfirmed person loses theirs', () => {
  holdClock('2025-11-01T12:00:00.000Z')
  const db = memoryDb()
  const queue = mailQueue(db, 'conferencia.gt')
  saveSection(db, 'hero', { eventDate: '2025-11-20T14:00:00.000Z' }, someEdit)
  saveSection(db, 'places', { capacity: 2, askDays: [2], confirmBy: 24 }, someEdit)
  const until = '2025-11-19T14:00:00.000Z'
  createPlaceLink(db, { ...share, places: 1, until }, '2025-11-01T12:00:00.000Z')
  for (const name of ['ana', 'eva']) addRegistration(db, { name, email: `${name}@ejemplo.gt` })
  const runParts = () => {
    for (const part of queueingParts(db, queue, zone)) part()
  }
  holdClock('2025-11-18T14:00:00.000Z')
  runParts()
  db.prepare("UPDATE mails SET status = 'sent', sentAt = ?").run('2025-11-18T14:00:00.000Z')
  holdClock(until)
  runParts()
  expect(countStatus(db)).toEqual({ registered: 2, waitlisted: 0, cancelled: 0 })
})

test('registrations by a link count towards the limit of their IP address', async () => {
  const { asAdmin, pathOf, register } = await conference({ capacity: 10, registrationLimit: 20 })
  const path = await pathOf(asAdmin('POST /api/place-links', { ...share, places: 8 }))
  for (let index = 0; index < 6; index += 1) expect((await register(path, `persona${index}`)).status).toBe(303)
  const refused = await register(path, 'ana')
  expect([refused.status, await refused.text()]).toEqual([
    429,
    expect.stringContaining('Desde tu red ya se apartaron muchos lugares'),
  ])
  expect((await register('/api/registrations', 'ana')).status).toBe(429)
})
