import { expect, test } from 'vitest'
import { mailTextDefaults } from '../../data/content/mail-texts.ts'
import { saveSection } from '../../data/content/sections.ts'
import { accentColorsOf } from '../../data/look/accent.ts'
import { setReminders } from '../../data/own/own-changes.ts'
import { registrationWithToken } from '../../data/own/own-registration.ts'
import { confirmRegistrations } from '../../data/registrations/registrations.ts'
import { addItem, addRegistration, longAgo, someEdit } from '../../data/testing.ts'
import { call, createTestApp, dataIn, signIn } from '../testing.ts'
import { startMailServer } from './testing.ts'

test('users can read the mail texts, visitors cannot', async () => {
  const app = await createTestApp({ isPublished: true })
  expect((await dataIn(await call(app, 'GET /'))).content).not.toHaveProperty('mailTexts')
  const cookie = await signIn(app, 'user')
  expect(await (await call(app, 'GET /api/mail-texts', { cookie })).json()).toMatchObject(mailTextDefaults)
})

test.each([{ confirmationSubject: '' }, { reminderDays: -1 }, { reminderDays: 1.5 }, { otherSubject: 'x' }])(
  'refuses to save the mail texts %j',
  async (json) => {
    const app = await createTestApp()
    const cookie = await signIn(app)
    expect((await call(app, 'PUT /api/mail-texts', { cookie, json })).status).toBe(422)
    expect(await (await call(app, 'GET /api/mail-texts', { cookie })).json()).toMatchObject(mailTextDefaults)
  },
)

async function withMail() {
  const server = await startMailServer()
  const from = { name: '', address: 'hola@conferencia.gt' }
  const mail = { server: { host: '127.0.0.1', port: server.port, secure: false, auth: null }, from, dkim: null }
  const app = await createTestApp({ config: { mail } })
  return { app, server, cookie: await signIn(app) }
}

test('fills the placeholders of a stored mail text', async () => {
  const { app, server, cookie } = await withMail()
  await call(app, 'PUT /api/event', { cookie, json: { name: 'Jornadas', contactEmail: 'equipo@ejemplo.gt' } })
  await call(app, 'PUT /api/hero', { cookie, json: { location: 'Tikal Futura' } })
  const json = { confirmationSubject: '{nombre} viene a {evento}', confirmationBody: '{fecha}\n\n{lugar}\n\n{enlace} {otro}' }
  await call(app, 'PUT /api/mail-texts', { cookie, json })
  await call(app, 'POST /api/registrations', { json: { name: 'Ana', email: 'ana@ejemplo.gt' } })
  await expect.poll(() => server.taken.length).toBe(1)
  const [mail] = await server.mails()
  expect(mail?.subject).toBe('Ana viene a Jornadas')
  expect(mail?.replyTo).toMatchObject([{ address: 'equipo@ejemplo.gt' }])
  expect(mail?.text).toMatch(
    /^jueves 20 de noviembre de 2025, a las 7:00\n\nTikal Futura\n\nhttp:\/\/localhost:3000\/registro\/[\w-]{22} \{otro\}/,
  )
})

test('mails use the accent colour of the page, in light and dark mail programs', async () => {
  const { app, cookie } = await withMail()
  const html = async () => {
    const body = 'kind=confirmation&subject=Hola&body=Hola'
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: app.config.publicOrigin }
    return (await call(app, 'POST /api/mails/preview', { cookie, headers, body })).text()
  }
  expect(await html()).toContain('.button { background: #b3123f; }')
  await call(app, 'PUT /api/look', { cookie, json: { accent: '#1f7a4d' } })
  const { light, dark } = accentColorsOf('#1f7a4d')
  const green = await html()
  expect(green).not.toMatch(/#b3123f|#ff7d97/)
  expect(green).toContain(`.button { background: ${light.color}; }`)
  expect(green).toContain(`.band, .button { background: ${dark.color} !important; }`)
})

test('a mail has the hours of an event on one day, or the first and last day of a longer one', async () => {
  const { app, server, cookie } = await withMail()
  const facts = async () => {
    const taken = server.taken.length
    await call(app, 'POST /api/mails/test', { cookie, json: { to: 'yo@ejemplo.gt', kind: 'confirmation' } })
    await expect.poll(() => server.taken.length).toBeGreaterThan(taken)
    return (await server.mails())
      .at(-1)
      ?.text?.split('\n')
      .filter((line) => /^(Fecha|Desde|Hasta):/.test(line))
  }
  expect(await facts()).toEqual(['Fecha: Jueves 20 de noviembre de 2025, 07:00 h'])
  await call(app, 'PUT /api/event', { cookie, json: { endTime: '18:00' } })
  expect(await facts()).toEqual(['Fecha: Jueves 20 de noviembre de 2025, 07:00 a 18:00 h'])
  addItem(app.db, 'events', { day: '2025-11-22', scenarioId: addItem(app.db, 'scenarios').id })
  addItem(app.db, 'events', { day: '2025-11-25', scenarioId: '', isPlenary: true, isActive: false })
  expect(await facts()).toEqual([
    'Desde: Jueves 20 de noviembre de 2025, 07:00 h',
    'Hasta: Sábado 22 de noviembre de 2025, 18:00 h',
  ])
})

test('a mail has the day of the first talk even if that day is before the event date', async () => {
  const { app, server, cookie } = await withMail()
  await call(app, 'PUT /api/event', { cookie, json: { endTime: '18:00' } })
  addItem(app.db, 'events', { day: '2025-11-19', startTime: '15:00', endTime: '17:00', scenarioId: '', isPlenary: true })
  addItem(app.db, 'events', { day: '2025-11-18', scenarioId: '', isPlenary: true, isActive: false })
  await call(app, 'POST /api/mails/test', { cookie, json: { to: 'yo@ejemplo.gt', kind: 'confirmation' } })
  await expect.poll(() => server.taken.length).toBe(1)
  const [mail] = await server.mails()
  expect(mail?.text).toContain('Desde: Miércoles 19 de noviembre de 2025, 15:00 h')
  expect(mail?.text).toContain('Hasta: Jueves 20 de noviembre de 2025, 18:00 h')
})

test('a mail to people on the waiting list offers to leave the waiting list', async () => {
  const { app, server, cookie } = await withMail()
  await call(app, 'POST /api/mails/test', { cookie, json: { to: 'yo@ejemplo.gt', kind: 'waitlisted' } })
  await expect.poll(() => server.taken.length).toBe(1)
  const [mail] = await server.mails()
  expect(mail?.text).toContain('cancela en tu página para salir de la lista de espera.')
  expect(mail?.text).not.toContain('tu lugar')
})

test('drops a waiting mail asking for confirmation after the answer or the deadline', async () => {
  const { app } = await withMail()
  await app.deps.mailer?.stop()
  saveSection(app.db, 'hero', { eventDate: new Date(Date.now() + 20 * 3_600_000).toISOString() }, someEdit)
  const ask = (name: string) => {
    const person = addRegistration(app.db, { name, email: `${name.toLowerCase()}@ejemplo.gt` })
    app.deps.mailer?.queue('ask', person, longAgo)
    return person.id
  }
  const mails = () => app.db.prepare("SELECT name, status, response FROM mails WHERE kind = 'ask' ORDER BY name").all()
  confirmRegistrations(app.db, [ask('Ana')], true)
  app.deps.mailer?.start()
  await expect.poll(mails).toEqual([{ name: 'Ana', status: 'failed', response: 'Ya contestó que viene.' }])
  await app.deps.mailer?.stop()
  saveSection(app.db, 'places', { askDays: [2], confirmBy: 24 }, someEdit)
  ask('Eva')
  app.deps.mailer?.start()
  await expect.poll(() => mails()[1]).toEqual({ name: 'Eva', status: 'failed', response: 'El plazo para contestar ya pasó.' })
})

test('drops waiting reminders once the event has begun or the person has declined reminders', async () => {
  const { app, server } = await withMail()
  const ana = addRegistration(app.db, { name: 'Ana', email: 'ana@ejemplo.gt' })
  const eva = addRegistration(app.db, { name: 'Eva', email: 'eva@ejemplo.gt' })
  saveSection(app.db, 'hero', { eventDate: new Date(Date.now() - 60_000).toISOString() }, someEdit)
  await app.deps.mailer?.stop()
  for (const person of [ana, eva]) app.deps.mailer?.queue('reminder', person, longAgo)
  const { token = '' } = registrationWithToken(app.db, eva.id) ?? {}
  setReminders(app.db, token, false)
  app.deps.mailer?.start()
  const mails = () => app.db.prepare('SELECT name, status, response FROM mails').all()
  await expect.poll(mails).toEqual([{ name: 'Ana', status: 'failed', response: 'El evento ya empezó.' }])
  expect(server.taken).toEqual([])
})

test('sends a due reminder to all registered people', async () => {
  const { app, server, cookie } = await withMail()
  addRegistration(app.db, {}, '2025-01-01T12:00:00.000Z')
  await app.deps.mailer?.stop()
  const eventDate = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  await call(app, 'PUT /api/hero', { cookie, json: { eventDate } })
  app.deps.mailer?.start()
  await expect.poll(() => server.taken.length).toBe(1)
  const [mail] = await server.mails()
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe')).toMatch(/^<http:\/\/localhost:3000\/registro\/[\w-]{22}\/recordatorios>$/)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  for (const [label, end] of [
    ['Voy', 'voy'],
    ['Libero mi lugar', 'libero'],
  ])
    expect([mail?.text, mail?.html]).toEqual([
      expect.stringMatching(new RegExp(`${label}: http://localhost:3000/registro/[\\w-]{22}/${end}\n`)),
      expect.stringMatching(new RegExp(`href="http://localhost:3000/registro/[\\w-]{22}/${end}"[^>]*>${label}</a>`)),
    ])
})
