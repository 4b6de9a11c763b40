import { expect, test } from 'vitest'
import { certificateFor } from '../../data/certificates/certificates.ts'
import { saveSection } from '../../data/content/sections.ts'
import { addRegistration, holdClock, longAgo, someEdit } from '../../data/testing.ts'
import { startMailServer } from '../mail/testing.ts'
import { call, createTestApp, dataIn, signIn } from '../testing.ts'
import type { CertificatesState } from './routes.ts'

/** Starts an app on the day after a conference. All of `people` confirmed. */
async function afterwards(people: string[] = ['ana', 'eva', 'luz'], now = '2025-11-21T18:00:00.000Z') {
  holdClock(now)
  const server = await startMailServer()
  const from = { name: 'Conferencia', address: 'hola@conferencia.gt' }
  const mail = { server: { host: '127.0.0.1', port: server.port, secure: false, auth: null }, from, dkim: null }
  const app = await createTestApp({ isPublished: true, config: { mail, publicOrigin: 'https://conferencia.gt' } })
  const cookie = await signIn(app)
  saveSection(app.db, 'hero', { title: 'Telar', eventDate: '2025-11-20T14:00:00.000Z' }, someEdit)
  for (const name of people) addRegistration(app.db, { name, email: `${name}@ejemplo.gt` })
  app.db.prepare('UPDATE registrations SET isConfirmed = 1').run()
  const send = (json: object) => call(app, 'POST /api/certificates', { cookie, json })
  const state = async () => (await (await call(app, 'GET /api/certificates', { cookie })).json()) as CertificatesState
  const set = (name: string, sql: string) => app.db.prepare(`UPDATE registrations SET ${sql} WHERE name = ?`).run(name)
  const codes = () => app.db.prepare('SELECT name, code FROM certificates ORDER BY name').raw().all() as [string, string][]
  const to = () => server.taken.map((taken) => taken.to[0]?.split('@')[0]).toSorted()
  return { app, cookie, server, send, state, set, codes, to }
}

test('mails each participant their certificate once, even if sending is repeated', async () => {
  const { send, state, set, codes, to, server } = await afterwards()
  set('luz', 'isConfirmed = 0')
  expect(await state()).toMatchObject({
    isOver: true,
    group: 'confirmed',
    mail: { people: { arrived: 0, confirmed: 2 }, last: null },
  })
  expect(await (await send({ to: 'confirmed' })).json()).toEqual({ people: 2, toHand: [] })
  await expect.poll(to).toEqual(['ana', 'eva'])
  expect(codes().map(([name]) => name)).toEqual(['ana', 'eva'])
  const mails = await server.mails()
  for (const [name, code] of codes())
    expect(mails.find(({ text }) => text?.includes(`Hola, ${name}`))?.text).toContain(`https://conferencia.gt/constancia/${code}`)
  expect(await (await send({ to: 'confirmed' })).json()).toEqual({ people: 0, toHand: [] })
  await expect.poll(async () => (await state()).mail?.last).toMatchObject({ people: 2, queued: 0, sent: 2 })
  expect((await state()).mail?.people.confirmed).toBe(0)
  set('luz', 'isConfirmed = 1')
  expect(await (await send({ to: 'confirmed' })).json()).toMatchObject({ people: 1 })
  await expect.poll(to).toEqual(['ana', 'eva', 'luz'])
})

test('mails certificates only to selected people who arrived', async () => {
  const { app, send, set, to } = await afterwards()
  set('ana', "arrivedAt = '2025-11-20T14:00:00.000Z'")
  set('eva', "arrivedAt = '2025-11-20T14:05:00.000Z'")
  const id = (name: string) => app.db.prepare('SELECT id FROM registrations WHERE name = ?').pluck().get(name)
  expect(await (await send({ to: 'arrived', ids: [id('eva'), id('luz'), 'nadie'] })).json()).toMatchObject({ people: 1 })
  await expect.poll(to).toEqual(['eva'])
})

test('one mail has thanks, the certificate and the link to the recordings', async () => {
  const { app, send, server, to } = await afterwards(['ana'])
  saveSection(app.db, 'event', { recordingsUrl: 'https://videos.ejemplo.gt/telar' }, someEdit)
  await send({ to: 'confirmed' })
  await expect.poll(to).toEqual(['ana'])
  const [mail] = await server.mails()
  expect(mail?.text).toContain('Gracias por ser parte de')
  expect(mail?.html).toContain('<a href="https://videos.ejemplo.gt/telar">')
  expect(mail?.attachments).toEqual([])
  saveSection(app.db, 'event', { recordingsUrl: '' }, someEdit)
  addRegistration(app.db, { name: 'eva', email: 'eva@ejemplo.gt' })
  app.db.prepare('UPDATE registrations SET isConfirmed = 1').run()
  await send({ to: 'confirmed' })
  await expect.poll(to).toEqual(['ana', 'eva'])
  expect((await server.mails()).at(-1)?.text).not.toContain('grabaciones')
})

test('sends no certificates before the event ends, or once an administrator stops sending', async () => {
  const early = await afterwards(['ana'], '2025-11-20T15:00:00.000Z')
  expect((await early.send({ to: 'confirmed' })).status).toBe(409)
  expect(early.codes()).toEqual([])
  const { app, cookie, send, state, codes } = await afterwards()
  await app.deps.mailer?.stop()
  const stop = () => call(app, 'DELETE /api/certificates', { cookie })
  expect((await stop()).status).toBe(404)
  await send({ to: 'confirmed' })
  expect((await state()).mail).toMatchObject({ people: { confirmed: 0 }, last: { queued: 3, sent: 0 } })
  expect((await stop()).status).toBe(200)
  expect((await state()).mail).toMatchObject({ people: { confirmed: 3 }, last: { queued: 0, stopped: true } })
  expect(codes()).toEqual([])
})

test('a participant with a revoked certificate gets no certificate mail', async () => {
  const { app, cookie, send, server } = await afterwards(['ana'])
  const registration = String(app.db.prepare('SELECT id FROM registrations').pluck().get())
  const { code } = certificateFor(app.db, { role: 'attendee', registration, speaker: null, name: 'ana' }, longAgo)
  await app.deps.mailer?.stop()
  await send({ to: 'confirmed' })
  const revoke = () => call(app, `DELETE /api/certificates/${code}`, { cookie })
  const first = (await (await revoke()).json()) as { revokedAt: string }
  expect(first.revokedAt).not.toBeNull()
  expect(await (await revoke()).json()).toEqual(first)
  expect((await call(app, 'DELETE /api/certificates/aaaaaaaaaaaaaaaa', { cookie })).status).toBe(404)
  expect((await dataIn(await call(app, `GET /constancia/${code}`))).certificate).toMatchObject({ isRevoked: true })
  expect(await (await send({ to: 'confirmed' })).json()).toMatchObject({ people: 0 })
  expect(app.db.prepare('SELECT count(*) FROM mails').pluck().get()).toBe(0)
  expect(server.taken).toEqual([])
})

test('creates certificates for speakers, with links that organisers hand over', async () => {
  const { app, cookie, send, state } = await afterwards([])
  const add = async (name: string) =>
    (await (await call(app, 'POST /api/speakers', { cookie, json: { name, title: '', company: '' } })).json()) as { id: string }
  const { id } = await add('Ixchel Toj')
  await add('Luis Cux')
  const made = (await (await send({ to: 'speakers', ids: [id] })).json()) as { people: number; toHand: { url: string }[] }
  expect(made).toMatchObject({ people: 1, toHand: [{ name: 'Ixchel Toj', role: 'speaker' }] })
  expect(await (await send({ to: 'speakers' })).json()).toMatchObject({ people: 1 })
  expect(await (await send({ to: 'speakers' })).json()).toMatchObject({ people: 0 })
  const page = await call(app, `GET ${new URL(made.toHand[0]?.url ?? '').pathname}`)
  expect((await dataIn(page)).certificate?.sentence).toContain('como ponente en Telar')
  const byHand = (name: string) => call(app, 'POST /api/certificates/by-hand', { cookie, json: { role: 'organiser', name } })
  const { url } = (await (await byHand('Berta Ajú')).json()) as { url: string }
  expect((await byHand('')).status).toBe(422)
  const own = (await dataIn(await call(app, `GET ${new URL(url).pathname}`))).certificate
  expect(own).toMatchObject({ paper: { name: 'Berta Ajú', role: 'parte de la organización' } })
  expect((await state()).toHand.map(({ name }) => name)).toEqual(['Berta Ajú', 'Ixchel Toj', 'Luis Cux'])
})

test('a speaker at two editions of the conference has one certificate for each', async () => {
  const { app, cookie, send, state } = await afterwards([])
  await call(app, 'POST /api/speakers', { cookie, json: { name: 'Ixchel Toj', title: '', company: '' } })
  await send({ to: 'speakers' })
  const [first] = (await state()).toHand
  const keep = { speakers: true, partners: false, texts: false, registrations: 'erase' }
  const json = { name: 'Telar 2099', eventDate: '2099-11-20', keep }
  expect((await call(app, 'POST /api/editions', { cookie, json })).status).toBe(201)
  expect(await (await send({ to: 'speakers' })).json()).toMatchObject({ people: 1 })
  const [second] = (await state()).toHand
  expect(second?.code).not.toBe(first?.code)
  const sentence = async (code = '') => (await dataIn(await call(app, `GET /constancia/${code}`))).certificate?.sentence
  expect([await sentence(first?.code), await sentence(second?.code)]).toEqual([
    expect.stringContaining('en Telar,'),
    expect.stringContaining('en Telar 2099,'),
  ])
})

test('certificates sent for an edition of the conference are not listed in the next one', async () => {
  const { app, cookie, send, state } = await afterwards()
  await send({ to: 'confirmed' })
  expect((await state()).mail?.last).toMatchObject({ to: 'confirmed', people: 3 })
  const keep = { speakers: true, partners: false, texts: false, registrations: 'apart' }
  const json = { name: 'Telar 2099', eventDate: '2099-11-20', keep }
  expect((await call(app, 'POST /api/editions', { cookie, json })).status).toBe(201)
  expect((await state()).mail).toEqual({ people: { arrived: 0, confirmed: 0 }, last: null })
})
