import { generateKeyPairSync } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import type { Email } from 'postal-mime'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import type { ListedMail } from '../../data/mail/mails.ts'
import { registrationByToken } from '../../data/own/own-registration.ts'
import { addItem, addRegistration, holdClock, someEdit } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import type { MailConfig } from './config.ts'
import type { MailStatus } from './mailer.ts'
import { startMailServer } from './testing.ts'

async function appWithMail(dkim: MailConfig['dkim'] = null, registrationLimit = 0) {
  const server = await startMailServer()
  const mail: MailConfig = {
    server: { host: '127.0.0.1', port: server.port, secure: false, auth: null },
    from: { name: 'Conferencia, "2026"', address: 'hola@conferencia.gt' },
    dkim,
  }
  const calendar = { 'evento.ics': 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }
  const test = await createTestApp({
    config: { mail, publicOrigin: 'https://conferencia.gt', registrationLimit },
    assets: calendar,
  })
  const register = (json: object, headers = {}) => call(test, 'POST /api/registrations', { json, headers })
  return { ...test, server, register, mails: server.mails }
}

const link = (mail: Email | undefined) => /https:\/\/conferencia\.gt\/registro\/([\w-]{22})/.exec(mail?.text ?? '')
const picture = (mail: Email | undefined) => mail?.attachments.find(({ mimeType }) => mimeType === 'image/png')

async function decode(png: Uint8Array): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test('the confirmation of a registration has text, HTML, ticket and calendar entry', async () => {
  const { register, mails, db } = await appWithMail()
  expect((await register({ name: 'Pérez, "Ñ" José', email: 'jose@ejemplo.gt' })).status).toBe(201)
  const [mail] = await mails(1)
  expect(mail?.from).toMatchObject({ name: 'Conferencia, "2026"', address: 'hola@conferencia.gt' })
  expect(mail?.to).toEqual([expect.objectContaining({ name: 'Pérez, "Ñ" José', address: 'jose@ejemplo.gt' })])
  expect(mail?.subject).toBe('Tu registro a Conferencia 2025')
  const [address, token = ''] = link(mail) ?? []
  expect(registrationByToken(db, token)?.email).toBe('jose@ejemplo.gt')
  expect(mail?.text).toContain('Hola, Pérez, "Ñ" José:')
  expect(mail?.html).toContain('Hola, Pérez, &quot;Ñ&quot; José:')
  expect(mail?.html).toContain(`href="${address}"`)
  expect(mail?.html).toContain(`src="cid:${picture(mail)?.contentId?.slice(1, -1)}"`)
  const entry = mail?.attachments.find(({ filename }) => filename === 'evento.ics')
  expect(entry?.mimeType).toBe('text/calendar')
  expect(mail?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
})

test('mails reach addresses with unusual characters, or with accents in the domain', async () => {
  const { register, server } = await appWithMail()
  for (const email of ['ana&eva/o!x@ejemplo.gt', 'luz@peña.gt']) expect((await register({ name: 'Ana', email })).status).toBe(201)
  // The test server shows the domain as it was typed.
  await expect.poll(() => server.taken.map(({ to }) => to[0])).toEqual(['ana&eva/o!x@ejemplo.gt', 'luz@peña.gt'])
})

test("registering with another person's e-mail gets the usual answer and mails that person", async () => {
  const { register, mails, db } = await appWithMail()
  const answers = []
  for (const name of ['Rosa Oficina', 'rosa oficína', 'Oficina Rosa de Paz', 'Mario Aprendiz', 'Rosa Aprendiz', 'Mario Aprendiz'])
    answers.push(await (await register({ name, email: 'oficina@ejemplo.gt' })).json())
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const sent = await mails(4)
  const told = sent.filter(({ subject }) => subject === 'Falta otro correo para registrarte en Conferencia 2025')
  expect(told.map(({ to }) => to?.[0]).toSorted((a, b) => (a?.name ?? '').localeCompare(b?.name ?? ''))).toMatchObject([
    { name: 'Mario Aprendiz', address: 'oficina@ejemplo.gt' },
    { name: 'Rosa Aprendiz', address: 'oficina@ejemplo.gt' },
  ])
  for (const mail of told) {
    expect(mail.text).toContain('Tu registro a Conferencia 2025 no quedó guardado')
    expect(mail.text).toContain('Registrarme con otro correo: https://conferencia.gt/#registro')
    expect([mail.text?.includes('Oficina'), mail.html?.includes('/registro/'), mail.attachments]).toEqual([false, false, []])
  }
  expect(db.prepare('SELECT name FROM registrations').pluck().all()).toEqual(['Rosa Oficina'])
})

test("the QR code in a mail contains the URL of the person's page", async () => {
  const { register, mails, ...app } = await appWithMail()
  await register({ name: 'José Pérez', email: 'jose@ejemplo.gt' })
  const [mail] = await mails(1)
  await register({ name: 'Otra Persona', email: 'otra@ejemplo.gt' })
  const content = picture(mail)?.content
  if (!(content instanceof ArrayBuffer)) throw new Error('no picture')
  const code = await decode(new Uint8Array(content))
  expect(code).toBe(link(mail)?.[0])
  const page = await call(app, `GET ${new URL(code).pathname}`)
  const text = await page.text()
  expect([page.status, text.includes('José Pérez'), text.includes('Otra Persona')]).toEqual([200, true, false])
})

test('a registered name never becomes a link in a mail, and is cut to 60 characters', async () => {
  const { register, mails, server, ...app } = await appWithMail()
  const cookie = await signIn(app)
  const json = {
    confirmationSubject: '{nombre}: tu lugar',
    confirmationBody: 'Hola, {nombre}:\n\nMira https://conferencia.gt/{nombre} y {enlace}.',
  }
  await call(app, 'PUT /api/mail-texts', { cookie, json })
  const lures = [
    'Ganaste un iPhone, cobralo en https://evil.example/premio?x=1 antes de hoy',
    'www.evil.example',
    'evil。example/a evil．example evil\u00AD.\u200Bexample',
    'HTTP:\\\\evil.example yo@evil.example',
    `${'evil.example '.repeat(19)}`,
  ]
  for (const [index, name] of lures.entries()) await register({ name, email: `persona${index}@ejemplo.gt` })
  for (const mail of await mails(lures.length)) {
    const own = link(mail)?.[0]
    const name = mail.to?.[0]?.name ?? ''
    const typed = [
      mail.subject ?? '',
      name,
      (mail.text ?? '').replaceAll(own ?? 'no link', '').replaceAll('https://conferencia.gt/', ''),
    ]
    // No typed text may look like a link, because mail programs make such text clickable.
    for (const text of typed) expect(text).not.toMatch(/https?:|www\.\S|\w[.。．]example|\w@evil/i)
    const links = [...(mail.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(new Set(links)).toEqual(new Set([own, 'https://conferencia.gt/']))
    expect([...name].length).toBeLessThanOrEqual(60)
    expect(mail.subject).toBe(`${name}: tu lugar`)
  }
})

test('all plus addresses (name+1@…) of one mailbox together get at most ten mails an hour', async () => {
  const { register, server, ...app } = await appWithMail(null, 300)
  const cookie = await signIn(app)
  for (let index = 0; index < 290; index++)
    expect((await register({ name: 'Víctima', email: `victima+${index}@gmail.com` })).status).toBe(201)
  const state = async () => (await (await call(app, 'GET /api/mails/server', { cookie })).json()) as MailStatus
  await expect.poll(async () => (await state()).held).toMatchObject([{ by: 'mailbox', mails: 280, hour: 10, day: 20 }])
  expect(server.taken).toHaveLength(10)
  const [waiting] = (await (await call(app, 'GET /api/mails?status=queued', { cookie })).json()) as ListedMail[]
  expect(Date.parse(waiting?.heldUntil ?? '')).toBeGreaterThan(Date.parse(waiting?.createdAt ?? ''))
  const [sent] = (await (await call(app, 'GET /api/mails?status=sent', { cookie })).json()) as ListedMail[]
  expect(sent?.heldUntil).toBe(null)
  const list = await call(app, 'GET /api/registrations?limit=1', { cookie })
  expect(list.headers.get('X-Counts')).toContain('total=290')
})

test('repeated registering and cancelling sends a person at most ten mails an hour', async () => {
  const { register, server, ...app } = await appWithMail(null, 300)
  const waiting = () => app.db.prepare("SELECT count(*) FROM mails WHERE status = 'queued' AND heldBy IS NULL").pluck().get()
  const settled = () => expect.poll(waiting).toBe(0)
  for (let round = 0; round < 20; round++) {
    await register({ name: 'Ana', email: 'ana@ejemplo.gt' })
    await settled()
    const token = app.db.prepare<[], string>('SELECT token FROM registrations').pluck().get()
    await call(app, `POST /registro/${token}/cancelar`)
    await settled()
  }
  expect(app.deps.mailer?.status().held).toMatchObject([{ by: 'mailbox', mails: 1 }])
  expect(server.taken).toHaveLength(10)
})

test('sends 300 confirmations at once to people who registered from one IP address', async () => {
  const { register, server, deps } = await appWithMail(null, 300)
  const all = await Promise.all(
    Array.from({ length: 294 }, (_, index) => register({ name: 'Alumna', email: `alumna${index}@colegio.edu.gt` })),
  )
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]))
  for (const who of ['', '+papa', '+ana', '+luis', '+eva', '+abuela'])
    expect((await register({ name: 'Familia', email: `familia${who}@gmail.com` })).status).toBe(201)
  await expect.poll(() => server.taken.length).toBe(300)
  expect(deps.mailer?.status().held).toEqual([])
})

test('a registered name adds no header, no HTML tag and no placeholder to a mail', async () => {
  const { register, mails } = await appWithMail()
  await register({ name: 'José\r\nBcc: otra@ejemplo.gt {enlace} <b>', email: 'jose@ejemplo.gt' })
  const [mail] = await mails(1)
  expect(mail?.headers.some(({ key }) => key === 'bcc')).toBe(false)
  expect(mail?.html).toContain('José Bcc otra ejemplo. gt {enlace} &lt;b&gt;')
})

test('the signature of a mail can be verified with the public key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { register, server } = await appWithMail({
    domainName: 'conferencia.gt',
    keySelector: 'correo',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  await register({ name: 'José', email: 'jose@ejemplo.gt' })
  await expect.poll(() => server.taken.length).toBe(1)
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const resolver = async (name: string) => (name === 'correo._domainkey.conferencia.gt' ? [[`v=DKIM1; k=rsa; p=${key}`]] : [])
  const raw = server.taken[0]?.raw ?? Buffer.alloc(0)
  const verdict = async (mail: Buffer) => (await dkimVerify(mail, { resolver })).results.map(({ status }) => status.result)
  expect(await verdict(raw)).toEqual(['pass'])
  expect(await verdict(Buffer.from(raw.toString('latin1').replace(/^Subject: .*$/m, 'Subject: Otro'), 'latin1'))).toEqual([
    'fail',
  ])
})

test('registering a known e-mail several times sends it at most one mail an hour', async () => {
  const { register, mails, db, deps } = await appWithMail()
  for (const name of ['José', 'José Paz', 'jose']) await register({ name, email: 'Jose@ejemplo.gt' })
  const [first, second] = await mails(2)
  expect([first, second].map((mail) => mail?.subject)).toEqual([
    'Tu registro a Conferencia 2025',
    'Ya estabas registrado en Conferencia 2025',
  ])
  expect(link(second)?.[0]).toBe(link(first)?.[0])
  expect(second?.text).toContain('Hola, José:')
  expect(db.prepare('SELECT count(*) FROM mails').pluck().get()).toBe(2)
  db.exec("UPDATE mails SET createdAt = '2025-01-01T00:00:00.000Z'")
  await register({ name: 'José', email: 'jose@ejemplo.gt' })
  expect(await mails(3)).toHaveLength(3)
  await deps.mailer?.stop()
})

test('correcting the e-mail of a new registration mails a new link to the corrected e-mail', async () => {
  const { register, mails, db } = await appWithMail()
  const headers = { 'Idempotency-Key': 'd9428888-122b-11e1-b85c-61cd3cbb3210' }
  await register({ name: 'José', email: 'jose@gmial.com' }, headers)
  const [wrong] = await mails(1)
  await register({ name: 'José', email: 'jose@gmial.com' }, headers)
  await register({ name: 'José', email: 'jose@gmail.com' }, headers)
  const [, right] = await mails(2)
  expect(right?.to?.[0]?.address).toBe('jose@gmail.com')
  expect(registrationByToken(db, link(wrong)?.[1] ?? '')).toBeNull()
  expect(registrationByToken(db, link(right)?.[1] ?? '')?.email).toBe('jose@gmail.com')
  expect(db.prepare('SELECT count(*) FROM mails').pluck().get()).toBe(2)
})

test('without a mail server, queues no mails', async () => {
  const test = await createTestApp()
  await call(test, 'POST /api/registrations', { json: { name: 'José', email: 'jose@ejemplo.gt' } })
  expect(test.db.prepare('SELECT count(*) FROM mails').pluck().get()).toBe(0)
})

test('the event date decides when the reminder is sent, even if a talk has an earlier date', async () => {
  holdClock('2025-10-18T18:00:00.000Z')
  const app = await appWithMail()
  saveSection(app.db, 'hero', { eventDate: '2025-11-20T14:00:00.000Z' }, someEdit)
  saveSection(app.db, 'mailTexts', { reminderDays: 3 }, someEdit)
  addItem(app.db, 'events', { title: 'Tejer', day: '2025-10-20', startTime: '09:00', isPlenary: true })
  addRegistration(app.db, { email: 'ana@ejemplo.gt' })
  const reminders = async () => {
    app.deps.mailer?.queueRest()
    await nextTurn()
    return app.db.prepare("SELECT count(*) FROM mails WHERE kind = 'reminder'").pluck().get()
  }
  expect(await reminders()).toBe(0)
  holdClock('2025-11-17T18:00:00.000Z')
  await expect.poll(reminders).toBe(1)
})

test('the mail asking people to confirm contains two links and a deadline', async () => {
  holdClock('2025-10-18T18:00:00.000Z')
  const app = await appWithMail()
  saveSection(app.db, 'hero', { eventDate: '2025-11-20T14:00:00.000Z' }, someEdit)
  saveSection(app.db, 'places', { capacity: 1, askDays: [7, 2], confirmBy: 24 }, someEdit)
  addRegistration(app.db, { name: 'Ana', email: 'ana@ejemplo.gt' })
  addRegistration(app.db, { name: 'Eva', email: 'eva@ejemplo.gt' })
  // Does not call `holdClock` again, because the outbox would keep the clock of the first call.
  vi.setSystemTime('2025-11-18T18:00:00.000Z')
  app.deps.mailer?.queueRest()
  const [asked] = await app.mails(1)
  const [address] = link(asked) ?? []
  expect(asked?.subject).toBe('¿Vienes a Conferencia 2025?')
  expect(asked?.text).toContain(`Voy: ${address}/voy`)
  expect(asked?.text).toContain(`Libero mi lugar: ${address}/libero`)
  expect(asked?.text).toContain('Contesta a más tardar el miércoles 19 de noviembre de 2025, 08:00 h.')
  // The mail server has the mail a moment before the mail is recorded as sent, and the hours to answer begin then.
  await expect.poll(() => app.db.prepare("SELECT count(*) FROM mails WHERE status = 'sent'").pluck().get()).toBe(1)
  vi.setSystemTime('2025-11-19T18:00:00.000Z')
  app.deps.mailer?.queueRest()
  const mails = await app.mails(3)
  const lost = mails.find(({ subject }) => subject === 'Tu lugar en Conferencia 2025 es ahora de alguien más')
  expect(lost?.text).toContain(`Sí voy: ${address}/voy`)
  expect(lost?.attachments).toEqual([])
  expect(mails.map(({ subject }) => subject)).toContain('Tienes lugar en Conferencia 2025')
})
