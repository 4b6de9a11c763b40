import { expect, test } from 'vitest'
import { saveSection } from '../../../data/content/sections.ts'
import { registrationWithToken } from '../../../data/own/own-registration.ts'
import { addRegistration, someEdit } from '../../../data/testing.ts'
import { startMailServer } from '../../mail/testing.ts'
import { call, createTestApp, dataIn } from '../../testing.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null' }

async function passing(hasMail = true) {
  const server = await startMailServer()
  const mail = {
    server: { host: '127.0.0.1', port: server.port, secure: false, auth: null },
    from: { name: 'Conferencia', address: 'hola@conferencia.gt' },
    dkim: null,
  }
  const config = { publicOrigin: 'https://conferencia.gt', ...(hasMail && { mail }) }
  const app = await createTestApp({ isPublished: true, config })
  saveSection(app.db, 'hero', { eventDate: '2099-11-20T14:00:00.000Z' }, someEdit)
  saveSection(app.db, 'places', { capacity: 1, transferUntil: 0 }, someEdit)
  const { id } = addRegistration(app.db, { name: 'Ana Paz', email: 'ana@ejemplo.gt' })
  const path = `/registro/${registrationWithToken(app.db, id)?.token}`
  const post = (to: string, fields: Record<string, string> = {}) =>
    call(app, `POST ${to}`, { headers: form, body: new URLSearchParams(fields).toString() })
  const ownPage = async () => (await dataIn(await call(app, `GET ${path}`))).own
  return { app, id, path, post, ownPage, mails: server.mails }
}

test('a seat is passed on by a button on the mailed page, not by opening the page', async () => {
  const { app, id, path, post, ownPage, mails } = await passing()
  expect((await ownPage())?.passing).toMatchObject({ pending: null, leftCount: 3 })
  const offered = await post(`${path}/pasar`, { name: 'Eva', email: 'eva@ejemplo.gt' })
  expect([offered.status, offered.headers.get('Location')]).toEqual([303, `${path}#pasar`])
  const [mail] = await mails(1)
  expect([mail?.to?.[0]?.address, mail?.subject]).toEqual(['eva@ejemplo.gt', 'Ana Paz te pasa su lugar en Conferencia 2025'])
  expect(mail?.attachments).toEqual([])
  const [, offer = ''] = /https:\/\/conferencia\.gt(\/registro\/pase\/[\w-]{22})/.exec(mail?.text ?? '') ?? []
  const page = await call(app, `GET ${offer}`)
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect((await dataIn(page)).own?.accepts?.state).toBe('open')
  expect(registrationWithToken(app.db, id)?.status).toBe('registered')
  const accepted = await post(offer)
  expect(accepted.headers.get('Location')).toMatch(/^\/registro\/[\w-]{22}#aceptado$/)
  expect(registrationWithToken(app.db, id)).toMatchObject({ status: 'cancelled', hasPassedOn: true })
  expect((await post(offer)).headers.get('Location')).toBe(offer)
  const subjects = (await mails(3)).map(({ subject }) => subject)
  expect(subjects).toEqual(
    expect.arrayContaining(['Tu lugar en Conferencia 2025 es ahora de Eva', 'Tu registro a Conferencia 2025']),
  )
})

test('an invalid offer of a seat shows a message and stores nothing', async () => {
  const { app, path, post } = await passing()
  const wrong = await post(`${path}/pasar`, { name: '', email: 'nada' })
  const errors = (await dataIn(wrong)).own?.refusedTransfer?.errors
  expect([wrong.status, errors]).toEqual([422, { name: 'Escribe el nombre', email: expect.any(String) }])
  const own = await post(`${path}/pasar`, { name: 'Ana', email: 'ANA@ejemplo.gt' })
  const message = (await dataIn(own)).own?.refusedTransfer?.message
  expect([own.status, message]).toEqual([409, 'Este es tu propio correo. Escribe el de la otra persona.'])
  expect((await call(app, 'GET /registro/pase/unknown')).status).toBe(404)
  expect(app.db.prepare('SELECT count(*) FROM transfers').pluck().get()).toBe(0)
})

test('without a mail server, seats cannot be passed on', async () => {
  const { path, post, ownPage } = await passing(false)
  expect((await ownPage())?.passing).toBeNull()
  expect((await post(`${path}/pasar`, { name: 'Eva', email: 'eva@ejemplo.gt' })).status).toBe(409)
})
