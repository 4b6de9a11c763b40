import type { Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { sectionDefaults } from '../../data/content/defaults.ts'
import { mailTextDefaults } from '../../data/content/mail-texts.ts'
import type { Db } from '../../data/db/db.ts'
import { continueAnnouncement } from '../../data/mail/announcements.ts'
import { dueMails, isMassMailSql, mailQueue, type QueueMail, recordSent } from '../../data/mail/outbox.ts'
import { addRegistration, memoryDb } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import { mailedCalendar } from './calendar.ts'
import { startMailServer } from './testing.ts'

const words = { subject: 'Cambio en {evento}', body: 'Hola, {nombre}: es el {fecha} en {lugar}.' }

const published = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:evento@conferencia.gt',
  'SEQUENCE:0',
  'DTSTAMP:20251120T130000Z',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

async function panel(people = ['Ana', 'Luis']) {
  const server = await startMailServer()
  const from = { name: 'Conferencia', address: 'hola@conferencia.gt' }
  const mail = { server: { host: '127.0.0.1', port: server.port, secure: false, auth: null }, from, dkim: null }
  const app = await createTestApp({ config: { mail }, assets: { 'evento.ics': published } })
  const { render } = app.pages
  app.pages.render = async (path, data) => {
    const page = await render(path, data)
    return path === '/evento.ics' ? { ...page, body: Buffer.from(published) } : page
  }
  for (const name of people) addRegistration(app.db, { name, email: `${name.toLowerCase()}@ejemplo.gt` })
  const cookie = await signIn(app)
  const save = (json: object, path = 'hero') => call(app, `PUT /api/${path}`, { cookie, json })
  const announce = (json: object = words) => call(app, 'POST /api/mails/announcement', { cookie, json })
  const state = async () => (await call(app, 'GET /api/mails/announcement', { cookie })).json()
  return { app, server, cookie, save, announce, state, mails: server.mails }
}

const entryOf = (mail: Email | undefined) => {
  const content = mail?.attachments.find(({ filename }) => filename === 'evento.ics')?.content
  return typeof content === 'string' ? content : Buffer.from(new Uint8Array(content ?? [])).toString('utf8')
}
const sequence = (entry: string) => Number(/^SEQUENCE:(\d+)/m.exec(entry)?.[1])

test('suggests a text for a change of date or venue that has not been announced', async () => {
  const { app, save, state } = await panel()
  const { eventDate: before } = await (await call(app, 'GET /api/hero')).json()
  expect((await state()).changes).toEqual([])
  await save({ subtitle: 'Otro', ctaText: 'Ven' })
  expect((await state()).changes).toEqual([])
  const eventDate = '2026-03-05T13:00:00.000Z'
  await save({ eventDate, location: 'Tikal Futura' })
  await save({ endTime: '18:00' }, 'event')
  expect(await state()).toEqual({
    changes: [
      { field: 'eventDate', before, after: eventDate },
      { field: 'endTime', before: '', after: '18:00' },
      { field: 'location', before: expect.any(String), after: 'Tikal Futura' },
    ],
    people: 2,
    subject: mailTextDefaults.changedSubject,
    body: mailTextDefaults.changedBody,
    last: null,
  })
})

test('suggests no announcement of a change that was reverted', async () => {
  const { app, save, state } = await panel([])
  await save({ location: 'Tikal Futura' })
  expect((await state()).changes).toEqual([])
  addRegistration(app.db, { email: 'eva@ejemplo.gt' }, new Date().toISOString())
  expect((await state()).changes).toEqual([])
  // The save must be at least a millisecond later than the registration.
  await new Promise((resolve) => setTimeout(resolve, 2))
  await save({ location: 'Otro lugar' })
  expect((await state()).changes).toHaveLength(1)
  await save({ location: 'Tikal Futura' })
  expect((await state()).changes).toEqual([])
})

test('sends an announcement to everybody registered or waiting, but not to cancelled people', async () => {
  const { app, save, announce, mails, state } = await panel(['Ana', 'Luis', 'Eva'])
  await save({ location: 'Tikal Futura' })
  app.db.exec("UPDATE registrations SET status = 'waitlisted', waitingNumber = 1 WHERE name = 'Luis'")
  app.db.exec("UPDATE registrations SET status = 'cancelled' WHERE name = 'Eva'")
  expect((await announce()).status).toBe(201)
  const sent = await mails(2)
  expect(sent.map(({ to }) => to?.[0]?.address).toSorted()).toEqual(['ana@ejemplo.gt', 'luis@ejemplo.gt'])
  const ana = sent.find(({ text }) => text?.startsWith('Hola, Ana'))
  expect(ana?.subject).toBe('Cambio en Conferencia 2025')
  expect(ana?.text).toContain('Hola, Ana: es el jueves 20 de noviembre de 2025, a las 7:00 en Tikal Futura.')
  // The mail names the old place too, because recipients may not remember it.
  const was = sectionDefaults.hero.location
  expect(ana?.text).toContain(`\n\nLugar\nAntes: ${was}\nAhora: Tikal Futura\n\n`)
  expect(ana?.html).toContain(`Antes: <s>${was}</s><br>Ahora: <strong>Tikal Futura</strong>`)
  const luis = sent.find(({ text }) => text?.startsWith('Hola, Luis'))
  expect(luis?.text).toContain('Tu registro: En lista de espera')
  expect(luis?.attachments).toEqual([])
  await expect.poll(async () => (await state()).last.sent).toBe(2)
  expect((await state()).changes).toEqual([])
})

test('sends an announcement once, even if it is requested several times', async () => {
  const { save, announce, mails, app } = await panel()
  await save({ location: 'Tikal Futura' })
  const answers = await Promise.all([announce(), announce(), announce()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
  const otherWords = await announce({ ...words, subject: 'Otro asunto' })
  expect([otherWords.status, await otherWords.json()]).toEqual([
    409,
    { error: 'No hay ningún cambio de fecha, horario o lugar sin avisar.' },
  ])
  await mails(2)
  expect(app.db.prepare("SELECT count(*) FROM mails WHERE kind = 'changed'").pluck().get()).toBe(2)
})

test('refuses an announcement without a change, without a text or without a mail server', async () => {
  const { announce, save, app } = await panel()
  expect((await announce()).status).toBe(409)
  await save({ location: 'Tikal Futura' })
  expect((await announce({ subject: '', body: 'x' })).status).toBe(422)
  expect(app.db.prepare('SELECT count(*) FROM mails').pluck().get()).toBe(0)
  const without = await createTestApp()
  const cookie = await signIn(without)
  expect(await (await call(without, 'GET /api/mails/announcement', { cookie })).json()).toBeNull()
  expect((await call(without, 'POST /api/mails/announcement', { cookie, json: words })).status).toBe(409)
})

test('stopping an announcement deletes its unsent mails', async () => {
  const { app, save, announce, state, cookie, server } = await panel(['Ana', 'Luis', 'Eva'])
  await app.deps.mailer?.stop()
  await save({ location: 'Tikal Futura' })
  await announce()
  expect((await state()).last).toMatchObject({ queued: 3, sent: 0, stopped: false })
  const answer = await call(app, 'DELETE /api/mails/announcement', { cookie })
  expect([answer.status, (await answer.json()).last]).toEqual([200, expect.objectContaining({ queued: 0, stopped: true })])
  expect((await state()).changes).toHaveLength(1)
  expect((await call(app, 'DELETE /api/mails/announcement', { cookie })).status).toBe(404)
  expect((await announce({ ...words, subject: 'Ahora sí' })).status).toBe(201)
  app.deps.mailer?.start()
  await expect.poll(() => server.taken.length).toBe(3)
  expect(new Set((await server.mails()).map(({ subject }) => subject))).toEqual(new Set(['Ahora sí']))
  const actions = (await (await call(app, 'GET /api/audit', { cookie })).json()).map(({ action }: { action: string }) => action)
  expect(actions.slice(0, 3)).toEqual(['change-announced', 'announcement-stopped', 'change-announced'])
})

test('suggests a correction if a wrong announcement was stopped after some mails were sent', async () => {
  const { app, save, announce, state, cookie, server } = await panel(['Ana', 'Luis'])
  const isSent = async (count: number) => expect.poll(() => server.taken.length).toBe(count)
  await save({ location: 'Tikal Futura' })
  await announce()
  await isSent(2)
  await app.deps.mailer?.stop()
  await save({ location: 'Equivocado' })
  await announce()
  const [wrong] = dueMails(app.db)(new Date().toISOString(), 1)
  if (!wrong) expect.fail('nothing waits')
  recordSent(app.db, wrong, '250 OK', new Date().toISOString())
  await call(app, 'DELETE /api/mails/announcement', { cookie })
  await save({ location: 'Tikal Futura' })
  const change = { field: 'location', before: 'Equivocado', after: 'Tikal Futura' }
  expect((await state()).changes).toEqual([change])
  app.deps.mailer?.start()
  const first = app.db.prepare("SELECT id FROM mails WHERE kind = 'changed' ORDER BY rowid LIMIT 1").pluck().get()
  expect((await call(app, `POST /api/mails/${first}/resend`, { cookie })).status).toBe(201)
  await isSent(3)
  expect((await server.mails())[2]?.text).not.toContain('Equivocado')
  const again = await call(app, `POST /api/mails/${wrong.id}/resend`, { cookie })
  expect([again.status, (await again.json()).error]).toEqual([409, 'Lo que dice este correo ya no es así para esta persona.'])
  expect((await announce()).status).toBe(201)
  await isSent(5)
  expect((await server.mails())[4]?.text).toContain('Antes: Equivocado\nAhora: Tikal Futura')
  expect((await state()).changes).toEqual([])
})

test('a newer announcement replaces the unsent mails of an older announcement', async () => {
  const { app, save, announce } = await panel()
  await app.deps.mailer?.stop()
  await save({ location: 'Tikal Futura' })
  await announce()
  await save({ location: 'Otro lugar' })
  expect((await announce()).status).toBe(201)
  expect(app.db.prepare('SELECT count(*) FROM mails').pluck().get()).toBe(2)
})

const queuedTo = (db: Db) => db.prepare<[], string>("SELECT email FROM mails WHERE kind = 'changed' ORDER BY email").pluck().all()
const many = Array.from({ length: 450 }, (_, number) => `Persona${number}`)
const emails = many.map((name) => `${name.toLowerCase()}@ejemplo.gt`).toSorted()

test('queues an announcement to 450 people in batches', async () => {
  const { app, save, announce, state, cookie } = await panel(many)
  await app.deps.mailer?.stop()
  await save({ location: 'Tikal Futura' })
  expect((await (await announce()).json()).last).toMatchObject({ queued: 450, sent: 0 })
  expect(queuedTo(app.db)).toHaveLength(200)
  // Eva gets the new location in the confirmation, so she gets no announcement.
  await call(app, 'POST /api/registrations', { json: { name: 'Eva', email: 'eva@ejemplo.gt' } })
  expect((await announce()).status).toBe(200)
  const { queue } = app.deps.mailer ?? {}
  if (!queue) throw new Error('no mailer')
  const parts = Array.from({ length: 4 }, () => continueAnnouncement(app.db, queue))
  expect(parts).toEqual([200, 50, 0, 0])
  expect(queuedTo(app.db)).toEqual(emails)
  expect((await state()).last).toMatchObject({ queued: 450, sent: 0 })
  expect((await call(app, 'DELETE /api/mails/announcement', { cookie })).status).toBe(200)
  expect(queuedTo(app.db)).toEqual([])
})

test('stopping or replacing an announcement queues no further batch of mails', async () => {
  const { app, save, announce, state, cookie } = await panel(many)
  const mailer = app.deps.mailer
  await mailer?.stop()
  await save({ location: 'Tikal Futura' })
  await announce()
  const stopped = await (await call(app, 'DELETE /api/mails/announcement', { cookie })).json()
  expect(stopped.last).toMatchObject({ stopped: true, queued: 0 })
  expect([mailer && continueAnnouncement(app.db, mailer.queue), queuedTo(app.db)]).toEqual([0, []])
  await announce()
  await save({ location: 'Otro lugar' })
  expect((await announce()).status).toBe(201)
  expect((await state()).last).toMatchObject({ queued: 450 })
  while (mailer && continueAnnouncement(app.db, mailer.queue) > 0);
  expect(queuedTo(app.db)).toEqual(emails)
})

test('mails an announcement once to each person, even if the server is killed while sending', async () => {
  for (const [dies, goesBack] of [
    [1, false],
    [199, false],
    [200, false],
    // Counter-check: the test sets `reached` back after a batch, so 200 people get two mails.
    [150, true],
  ] as const) {
    const { app, save, announce } = await panel(many)
    await app.deps.mailer?.stop()
    await save({ location: 'Tikal Futura' })
    await announce()
    const { reached } = app.db.prepare<[], { reached: number }>('SELECT reached FROM announcements').get() ?? {}
    const queue = mailQueue(app.db, 'conferencia.gt')
    let count = 0
    const dying: QueueMail = (...mail) => {
      count += 1
      if (count === dies) throw new Error('killed')
      return queue(...mail)
    }
    expect(() => continueAnnouncement(app.db, dying)).toThrow('killed')
    if (goesBack) {
      continueAnnouncement(app.db, queue)
      app.db.prepare('UPDATE announcements SET reached = ?').run(reached)
    }
    // After its start, the mailer continues the announcement by itself.
    app.deps.mailer?.start()
    await expect.poll(() => app.db.prepare('SELECT 1 FROM announcements WHERE reached IS NOT NULL').get()).toBe(undefined)
    await app.deps.mailer?.stop()
    expect(queuedTo(app.db).length).toBe(goesBack ? emails.length + 200 : emails.length)
    expect([...new Set(queuedTo(app.db))]).toEqual(emails)
  }
})

test('the calendar file of an announcement updates the calendar entry of the confirmation', async () => {
  const { app, save, announce, mails } = await panel(['Ana'])
  await call(app, 'POST /api/registrations', { json: { name: 'Eva', email: 'eva@ejemplo.gt' } })
  const [confirmation] = await mails(1)
  await save({ location: 'Tikal Futura' })
  await announce()
  const first = entryOf(confirmation)
  const second = entryOf((await mails(3)).at(-1))
  for (const entry of [first, second]) {
    const lines = entry.split('\n')
    expect(lines).toContain('METHOD:PUBLISH')
    expect(lines).toContain('UID:evento@conferencia.gt')
    expect(lines).toContain('ORGANIZER;CN="Conferencia":mailto:hola@conferencia.gt')
  }
  expect(sequence(second)).toBeGreaterThan(sequence(first))
  const at = (time: string) => mailedCalendar(Buffer.from(published), time, { from: { name: '', address: 'a@b.gt' } })
  expect(at('2026-02-03T04:05:06.789Z').toString()).toContain('DTSTAMP:20260203T040506Z\r\n')
  expect(sequence(at('2026-02-03T04:06:00.000Z').toString())).toBe(sequence(at('2026-02-03T04:05:00.000Z').toString()) + 1)
})

test('the calendar file of a mail about several days updates the entry of each day', () => {
  const entry = (id: string) =>
    published.slice(published.indexOf('BEGIN:VEVENT'), published.indexOf('END:VCALENDAR')).replace('evento', id)
  const several = published.replace(entry('evento'), ['evento', 'evento-2', 'evento-3'].map(entry).join(''))
  const from = { name: 'Conferencia', address: 'hola@conferencia.gt' }
  const mailed = mailedCalendar(Buffer.from(several), '2026-02-03T04:05:00.000Z', { from }).toString()
  const [calendar, ...entries] = mailed.split(/^BEGIN:VEVENT\r\n/m)
  expect(calendar?.match(/^METHOD:PUBLISH/gm)).toHaveLength(1)
  expect(entries.map((lines) => lines.split('\r\n').filter((line) => /^[A-Z]/.test(line) && !line.startsWith('END:')))).toEqual(
    ['evento', 'evento-2', 'evento-3'].map((id) => [
      `UID:${id}@conferencia.gt`,
      `SEQUENCE:${Date.parse('2026-02-03T04:05:00.000Z') / 60_000}`,
      'DTSTAMP:20260203T040500Z',
      'ORGANIZER;CN="Conferencia":mailto:hola@conferencia.gt',
    ]),
  )
})

test('sends the confirmation of a new registration before waiting announcements', () => {
  const db = memoryDb()
  const queue = mailQueue(db, 'conferencia.gt')
  const person = addRegistration(db)
  for (let count = 0; count < 10; count++) queue('changed', person, '2025-01-01T12:00:00.000Z')
  queue('confirmation', person, '2025-01-01T13:00:00.000Z')
  const due = dueMails(db)('2025-01-01T14:00:00.000Z', 4)
  expect(due.map(({ kind }) => kind)).toEqual(['confirmation', 'changed', 'changed', 'changed'])
  // The query uses an index, so 20,000 waiting mails do not slow it down.
  const plan = db
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT id FROM mails WHERE status = 'queued' AND ${isMassMailSql} = 1 AND nextAt <= '' ORDER BY nextAt LIMIT 4`,
    )
    .all()
  expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH mails USING INDEX mails_due (<expr>=? AND nextAt<?)'])
})
