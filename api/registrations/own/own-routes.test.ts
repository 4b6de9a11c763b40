import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { saveSection } from '../../../data/content/sections.ts'
import { registrationWithToken } from '../../../data/own/own-registration.ts'
import { addRegistration, someEdit, stored } from '../../../data/testing.ts'
import { call, createTestApp, dataIn, type TestApp } from '../../testing.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null' }

async function registered() {
  const app = await createTestApp({ isPublished: true, config: { publicOrigin: 'https://conferencia.gt' } })
  const { id } = addRegistration(app.db, { company: 'Labs' })
  const { token } = registrationWithToken(app.db, id) ?? { token: '' }
  const get = (path = '') => call(app, `GET /registro/${token}${path}`)
  const post = (path = '', fields: Record<string, string> = {}) =>
    call(app, `POST /registro/${token}${path}`, { headers: form, body: new URLSearchParams(fields).toString() })
  return { app, id, token, get, post, now: () => registrationWithToken(app.db, id) }
}

/** Returns everything in an answer that a visitor could compare. */
async function whole(answer: Response): Promise<unknown> {
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
  return { status: answer.status, headers, body: await answer.text() }
}

const unknown = (app: TestApp, path = '', method: 'GET' | 'POST' = 'GET') =>
  call(app, `${method} /registro/AAAAAAAAAAAAAAAAAAAAAA${path}`, method === 'POST' ? { headers: form, body: '' } : {})

test("the page of a registration's link is not cached or indexed", async () => {
  const { get } = await registered()
  const page = await get()
  expect(page.status).toBe(200)
  expect(page.headers.get('Cache-Control')).toBe('no-store')
  expect(page.headers.get('X-Robots-Tag')).toBe('noindex')
  expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
  const { own } = await dataIn(page)
  expect(own?.registration).toMatchObject({ name: 'José Pérez', company: 'Labs', status: 'registered' })
})

test("after the event, the links to confirm or cancel only open the person's page", async () => {
  const { app, get, post, now, token } = await registered()
  saveSection(app.db, 'hero', { eventDate: '2025-06-01T14:00:00.000Z' }, someEdit)
  const own = `/registro/${token}`
  for (const answer of [await get('/voy'), await post('/voy'), await get('/libero'), await post('/cancelar')])
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, own])
  expect([now()?.status, app.db.prepare('SELECT isConfirmed FROM registrations').pluck().get()]).toEqual(['registered', 0])
})

test("the QR code of a ticket contains exactly the registration's link", async () => {
  const { get, token } = await registered()
  const answer = await get('/entrada.png')
  expect(answer.headers.get('Content-Type')).toBe('image/png')
  const { data, info } = await sharp(await answer.arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(`https://conferencia.gt/registro/${token}`)
})

test('correcting a registration keeps the fields that were not sent', async () => {
  const { post, now, app, token } = await registered()
  const answer = await post('', { name: 'Zoé Núñez', phone: '5555 1234' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/registro/${token}#guardado`])
  expect(now()).toMatchObject({ name: 'Zoé Núñez', phone: '5555 1234', company: 'Labs', email: 'jose@ejemplo.gt' })
  expect(app.db.prepare('SELECT searchText FROM registrations').pluck().get()).toContain('zoe nunez')
})

test.each<Record<string, string>>([
  { name: '' },
  { name: 'x'.repeat(256) },
  { email: 'otra@ejemplo.gt' },
  { isConfirmed: 'true' },
])('a correction with %j is rejected, and the typed values are shown again', async (fields) => {
  const { post, app } = await registered()
  const before = stored(app.db)
  const answer = await post('', fields)
  expect(answer.status).toBe(422)
  const { own } = await dataIn(answer)
  expect(own?.refused?.values).toEqual(fields)
  expect(Object.keys(own?.refused?.errors ?? {})).toEqual(Object.keys(fields))
  expect(stored(app.db)).toEqual(before)
})

test('a person who cancels stays in the list but loses the ticket', async () => {
  const { post, get, now, app, token } = await registered()
  const answer = await post('/cancelar')
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/registro/${token}#cancelado`])
  expect(now()?.status).toBe('cancelled')
  expect((await get('/entrada.png')).status).toBe(404)
  expect((await get()).status).toBe(200)
  await call(app, 'POST /api/registrations', { json: { name: 'Otro', email: 'Jose@ejemplo.gt' } })
  expect(now()).toMatchObject({ status: 'registered', name: 'José Pérez' })
})

test('after a person has deleted a registration, its secret link is unknown', async () => {
  const { post, app, token } = await registered()
  expect((await post('/borrar')).status).toBe(303)
  expect(stored(app.db).registrations).toEqual([])
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/entrada.png'],
    ['GET', '/recordatorios'],
    ['POST', ''],
    ['POST', '/cancelar'],
    ['POST', '/borrar'],
    ['POST', '/recordatorios'],
  ] as const) {
    const spent = await call(app, `${method} /registro/${token}${path}`, method === 'POST' ? { headers: form, body: '' } : {})
    expect(spent.status).toBe(404)
    expect(await whole(spent)).toEqual(await whole(await unknown(app, path, method)))
  }
})

test('one click in a mail program ends reminders', async () => {
  const { post, now, token } = await registered()
  expect((await post('/recordatorios', { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  expect(now()?.wantsReminders).toBe(false)
  const answer = await post('/recordatorios', { wanted: '1' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/registro/${token}#recordatorios`])
  expect(now()?.wantsReminders).toBe(true)
})

test('limits how many secret links one IP address can try', async () => {
  const app = await createTestApp({ isPublished: true, config: { registrationLimit: 3 } })
  const statuses: number[] = []
  for (let tries = 0; tries < 4; tries++) statuses.push((await unknown(app)).status)
  expect(statuses).toEqual([404, 404, 404, 429])
})

test('opening a link of a reminder changes nothing until the person presses a button', async () => {
  const { app, id, get, post, now } = await registered()
  const waiting = addRegistration(app.db, { email: 'eva@ejemplo.gt' })
  app.db.prepare("UPDATE registrations SET status = 'waitlisted', waitingNumber = 1 WHERE id = ?").run(waiting.id)
  saveSection(app.db, 'places', { capacity: 1 }, someEdit)
  const row = () => app.db.prepare('SELECT * FROM registrations WHERE id = ?').get(id)
  const before = row()
  for (const [path, asks] of [
    ['/voy', 'going'],
    ['/libero', 'leaving'],
  ] as const) {
    const page = await get(path)
    expect([page.status, (await dataIn(page)).own?.asks]).toEqual([200, asks])
  }
  expect(row()).toEqual(before)
  const said = await post('/voy')
  expect([said.status, said.headers.get('Location')?.split('#')[1]]).toEqual([303, 'voy'])
  expect(row()).toEqual({ ...(before as object), isConfirmed: 1 })
  await post('/cancelar')
  expect(now()?.status).toBe('cancelled')
  expect(registrationWithToken(app.db, waiting.id)?.status).toBe('registered')
  // A person without a seat cannot confirm with a link from an old mail.
  app.db.prepare('UPDATE registrations SET isConfirmed = 0 WHERE id = ?').run(id)
  await post('/voy')
  expect(row()).toMatchObject({ isConfirmed: 0, status: 'cancelled' })
  expect((await get('/voy')).status).toBe(303)
})

test('a person who lost the seat can take it back with a button while a seat is free', async () => {
  const { app, id, get, post, now } = await registered()
  saveSection(app.db, 'places', { capacity: 0 }, someEdit)
  const lose = "UPDATE registrations SET status = 'waitlisted', waitingNumber = 1, unconfirmedAt = '2025-01-01' WHERE id = ?"
  app.db.prepare(lose).run(id)
  expect((await dataIn(await get('/voy'))).own?.asks).toBe('going')
  expect(now()).toMatchObject({ status: 'waitlisted', unconfirmedAt: '2025-01-01' })
  const waiting = await post('/voy')
  expect(waiting.headers.get('Location')?.split('#')[1]).toBe('espera')
  expect(now()).toMatchObject({ status: 'waitlisted', unconfirmedAt: null })

  app.db.prepare(lose).run(id)
  saveSection(app.db, 'places', { capacity: 1 }, someEdit)
  const back = await post('/voy')
  expect(back.headers.get('Location')?.split('#')[1]).toBe('voy')
  expect(now()).toMatchObject({ status: 'registered', isConfirmed: true, unconfirmedAt: null })
})
