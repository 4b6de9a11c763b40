import { expect, test } from 'vitest'
import { certificateFor, certificateOf, revokeCertificate } from '../../data/certificates/certificates.ts'
import { saveSection } from '../../data/content/sections.ts'
import { registrationWithToken } from '../../data/own/own-registration.ts'
import { addRegistration, holdClock, someEdit } from '../../data/testing.ts'
import { call, createTestApp, dataIn, signIn } from '../testing.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null' }

/** The day after a conference on 20 November 2025, with one person who confirmed. */
async function afterwards(now = '2025-11-21T18:00:00.000Z', config = {}) {
  holdClock(now)
  const app = await createTestApp({ isPublished: true, config: { publicOrigin: 'https://conferencia.gt', ...config } })
  saveSection(app.db, 'hero', { title: 'Telar', eventDate: '2025-11-20T14:00:00.000Z', location: 'Antigua' }, someEdit)
  const { id } = addRegistration(app.db, { name: 'Ana Tzoc' })
  app.db.prepare('UPDATE registrations SET isConfirmed = 1').run()
  const { token } = registrationWithToken(app.db, id) ?? { token: '' }
  const ask = (name: string) =>
    call(app, `POST /registro/${token}/constancia`, { headers: form, body: new URLSearchParams({ name }).toString() })
  const own = async () => (await dataIn(await call(app, `GET /registro/${token}`))).own?.certificate
  const certificate = () => certificateOf(app.db, id)
  const proof = () => call(app, `GET /constancia/${certificate()?.code}`)
  return { app, id, token, ask, own, certificate, proof }
}

test('a participant creates a certificate that anybody can open by its URL', async () => {
  const { ask, own, certificate, proof, token } = await afterwards()
  expect(await own()).toEqual({ made: null, isDue: true })
  const answer = await ask('Ana María Tzoc')
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/registro/${token}#constancia`])
  const { code = '' } = certificate() ?? {}
  expect(code).toMatch(/^[a-z2-7]{16}$/)
  const page = await proof()
  expect([page.status, page.headers.get('X-Robots-Tag')]).toEqual([200, 'noindex'])
  expect((await dataIn(page)).certificate).toMatchObject({
    isRevoked: false,
    sentence: 'Por su participación como asistente en Telar, el 20\u00a0de\u00a0noviembre\u00a0de\u00a02025 en Antigua.',
    paper: { name: 'Ana María Tzoc', url: `https://conferencia.gt/constancia/${code}` },
  })
  const { made } = (await own()) ?? {}
  expect(made?.name).toBe('Ana María Tzoc')
  expect(new URL(made?.linkedIn ?? '').searchParams.get('certId')).toBe(code)
})

test("a certificate keeps its conference's name after the next edition begins", async () => {
  const { app, ask, proof, own } = await afterwards()
  await ask('Ana')
  const cookie = await signIn(app)
  const before = (await dataIn(await proof())).certificate
  const keep = { speakers: false, partners: false, texts: false, registrations: 'erase' }
  const json = { name: 'Telar 2099', eventDate: '2099-11-20', keep }
  expect((await call(app, 'POST /api/editions', { cookie, json })).status).toBe(201)
  expect((await dataIn(await proof())).certificate).toEqual(before)
  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  expect((await dataIn(await proof())).certificate).toEqual(before)
  expect(new URL((await own())?.made?.linkedIn ?? '').searchParams.get('issueYear')).toBe('2025')
})

test('finds a certificate by its printed code, and returns 404 for an unknown code', async () => {
  const { app, ask, certificate } = await afterwards()
  await ask('Ana')
  const typed = certificate()
    ?.code.toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1-')
  expect((await call(app, `GET /constancia/${typed}`)).status).toBe(200)
  expect((await call(app, 'GET /constancia/aaaaaaaaaaaaaaaa')).status).toBe(404)
})

test('a participant can correct the name on a certificate once', async () => {
  const { ask, certificate, own } = await afterwards()
  await ask('Ana')
  const { code } = certificate() ?? {}
  await ask('Ana Tzoc')
  await ask('Otra persona')
  expect(certificate()).toMatchObject({ code, name: 'Ana Tzoc' })
  expect((await own())?.made?.canCorrect).toBe(false)
})

test('saving the unchanged name of a certificate does not use up the single correction', async () => {
  const { ask, certificate, own } = await afterwards()
  for (const name of ['Ana', 'Ana']) await ask(name)
  expect((await own())?.made).toMatchObject({ name: 'Ana', canCorrect: true })
  await ask('Ana Tzoc')
  expect(certificate()?.name).toBe('Ana Tzoc')
})

test('offers a certificate only to participants, and only after the event', async () => {
  const { app, ask, certificate, own } = await afterwards('2025-11-20T15:00:00.000Z')
  await ask('Ana')
  expect([await own(), certificate()]).toEqual([{ made: null, isDue: false }, null])
  holdClock('2025-11-21T18:00:00.000Z')
  app.db.prepare('UPDATE registrations SET isConfirmed = 0').run()
  await ask('Ana')
  expect(certificate()).toBeNull()
})

test('if arrivals were recorded, by default only people who arrived get a certificate', async () => {
  const { app, own } = await afterwards()
  const other = addRegistration(app.db, { email: 'luis@ejemplo.gt' })
  app.db.prepare('UPDATE registrations SET arrivedAt = ? WHERE id = ?').run('2025-11-20T14:00:00.000Z', other.id)
  expect((await own())?.isDue).toBe(false)
  saveSection(app.db, 'certificates', { counts: 'confirmed' }, someEdit)
  expect((await own())?.isDue).toBe(true)
})

test('a certificate has a PDF, a picture and a link for LinkedIn', async () => {
  const { app, ask, certificate, proof } = await afterwards()
  await ask('Ana')
  const { code = '' } = certificate() ?? {}
  const page = (await dataIn(await proof())).certificate
  expect(new URL(page?.linkedIn ?? '').searchParams.get('certUrl')).toBe(`https://conferencia.gt/constancia/${code}`)
  for (const [form, type, start] of [
    ['pdf', 'application/pdf', '%PDF'],
    ['png', 'image/png', '\x89PNG'],
  ]) {
    const file = await call(app, `GET /constancia/${code}.${form}`)
    expect([file.status, file.headers.get('Content-Type'), file.headers.get('Cache-Control')]).toEqual([200, type, 'no-store'])
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 4)).toBe(start)
  }
  expect((await call(app, `GET /constancia/${code}.gif`)).status).toBe(404)
  expect((await call(app, 'GET /constancia/aaaaaaaaaaaaaaaa.png')).status).toBe(404)
})

test('answers 70 simultaneous requests for a certificate, and redraws it after a correction', async () => {
  const { app, ask, certificate, proof } = await afterwards()
  await ask('Ana')
  const { code } = certificate() ?? {}
  const pictures = Array.from({ length: 70 }, () => call(app, `GET /constancia/${code}.png`))
  expect((await proof()).status).toBe(200)
  expect(new Set((await Promise.all(pictures)).map(({ status }) => status))).toEqual(new Set([200]))
  // After the name is corrected, the picture is different.
  const [before, after] = [await call(app, `GET /constancia/${code}.png`), await ask('Berta')]
  expect(after.status).toBe(303)
  const bytes = Buffer.from(await (await call(app, `GET /constancia/${code}.png`)).arrayBuffer())
  expect(bytes.equals(Buffer.from(await before.arrayBuffer()))).toBe(false)
})

test('limits per IP address how many certificates wait to be drawn', async () => {
  const { app } = await afterwards(undefined, { trustProxy: 1 })
  const code = (name: string) =>
    certificateFor(app.db, { role: 'organiser', registration: null, speaker: null, name }, new Date().toISOString()).code
  const from = (address: string, path: string) => call(app, `GET ${path}`, { headers: { 'X-Forwarded-For': address } })
  const many = Array.from({ length: 60 }, (_, index) => from('192.0.2.1', `/constancia/${code(`Persona ${index}`)}.pdf`))
  const other = code('Otra')
  const [page, file] = await Promise.all([
    from('192.0.2.2', `/constancia/${other}`),
    from('192.0.2.2', `/constancia/${other}.pdf`),
  ])
  expect([page.status, file.status]).toEqual([200, 200])
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  // An IP address at its limit still gets a certificate that is already drawn.
  expect((await from('192.0.2.1', `/constancia/${other}.pdf`)).status).toBe(200)
})

test('the page of a revoked certificate shows the revocation and offers no PDF or picture', async () => {
  const { app, ask, certificate, proof } = await afterwards()
  await ask('Ana')
  const { code = '' } = certificate() ?? {}
  revokeCertificate(app.db, code, new Date().toISOString())
  expect((await dataIn(await proof())).certificate).toMatchObject({ isRevoked: true, drawn: [] })
  for (const form of ['pdf', 'png']) {
    const file = await call(app, `GET /constancia/${code}.${form}`)
    expect([file.status, file.headers.get('Location')]).toEqual([303, `/constancia/${code}`])
  }
})

test('deleting a person’s data deletes their certificate', async () => {
  const { app, ask, certificate, token } = await afterwards()
  await ask('Ana')
  await call(app, `POST /registro/${token}/borrar`, { headers: form, body: '' })
  expect(certificate()).toBeNull()
})
