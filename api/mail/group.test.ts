import { expect, test } from 'vitest'
import { continueGroupMail } from '../../data/mail/group-mails.ts'
import { dueMails, mailQueue, recordSent } from '../../data/mail/outbox.ts'
import { addItem, addRegistration } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import type { GroupMailState } from './group-routes.ts'
import { startMailServer } from './testing.ts'

async function site(people: string[] = ['ana', 'eva', 'luz']) {
  const server = await startMailServer()
  const from = { name: 'Conferencia', address: 'hola@conferencia.gt' }
  const mail = { server: { host: '127.0.0.1', port: server.port, secure: false, auth: null }, from, dkim: null }
  const app = await createTestApp({ config: { mail } })
  const cookie = await signIn(app)
  for (const name of people) addRegistration(app.db, { name, email: `${name}@ejemplo.gt` })
  const write = (to: string, expected: number, words: object = {}) =>
    call(app, 'POST /api/mails/group', {
      cookie,
      json: { to, expected, subject: 'Para {nombre}', body: 'Nos vemos en {evento}.', ...words },
    })
  const state = async () => (await (await call(app, 'GET /api/mails/group', { cookie })).json()) as GroupMailState
  const stop = () => call(app, 'DELETE /api/mails/group', { cookie })
  const set = (name: string, sql: string) => app.db.prepare(`UPDATE registrations SET ${sql} WHERE name = ?`).run(name)
  const later = () => app.db.prepare('UPDATE groupMails SET at = ?').run(new Date(Date.now() - 601_000).toISOString())
  const to = () => server.taken.map(({ to }) => to[0]?.split('@')[0]).toSorted()
  return { app, server, cookie, write, state, stop, set, later, to }
}

test('mails exactly the people in the chosen group', async () => {
  const { write, state, set, later, server, to } = await site(['ana', 'eva', 'luz', 'zoe'])
  set('ana', 'isConfirmed = 1')
  set('eva', "status = 'waitlisted', waitingNumber = 1, isConfirmed = 1")
  set('luz', "status = 'cancelled'")
  expect((await state()).groups).toEqual({ registered: 2, waitlisted: 1, confirmed: 1, arrived: 0, unanswered: 0, all: 3 })
  for (const [group, names] of [
    ['waitlisted', ['eva']],
    ['confirmed', ['ana', 'eva']],
    ['registered', ['ana', 'ana', 'eva', 'zoe']],
    ['all', ['ana', 'ana', 'ana', 'eva', 'eva', 'zoe', 'zoe']],
  ] as const) {
    const before = server.taken.length
    const answer = await write(group, names.length - before)
    expect([answer.status, await answer.json()]).toEqual([201, { id: expect.any(String), people: names.length - before }])
    await expect.poll(to).toEqual(names)
    later()
  }
  const [mail] = await server.mails()
  expect([mail?.subject, mail?.text?.split('\n')[0]]).toEqual(['Para eva', 'Nos vemos en Conferencia 2025.'])
  await expect
    .poll(async () => (await state()).last)
    .toMatchObject({ to: 'all', people: 3, queued: 0, sent: 3, failed: 0, stopped: false })
})

test('mails a link to people who left a question unanswered, and counts the answers', async () => {
  const { app, cookie, write, state, server, to } = await site()
  const { id } = addItem(app.db, 'questions', { label: '¿Qué comes?', kind: 'choice', options: ['x', 'De todo'] })
  addItem(app.db, 'questions', { label: '¿Y qué más?', onlyIf: { question: id, is: 'x' } })
  const answer = (name: string) =>
    app.db
      .prepare("UPDATE registrations SET answers = json_object(?, json_object('value', 'x', 'question', '')) WHERE name = ?")
      .run(id, name)
  answer('luz')
  expect((await state()).groups.unanswered).toBe(2)
  expect((await write('unanswered', 2, { body: 'Contesta: {enlace}' })).status).toBe(201)
  await expect.poll(to).toEqual(['ana', 'eva'])
  const [mail] = await server.mails()
  expect(mail?.text).toMatch(/Contesta: http\S+\/registro\/[\w-]+#preguntas/)
  expect(mail?.attachments).toEqual([])
  await expect.poll(async () => (await state()).last).toMatchObject({ sent: 2, answered: 0 })
  const { id: ana } = (await (await call(app, 'GET /api/registrations?search=ana', { cookie })).json())[0]
  await call(app, `PUT /api/registrations/${ana}`, { cookie, json: { answers: { [id]: 'De todo' } } })
  expect(await state()).toMatchObject({ groups: { unanswered: 1 }, last: { to: 'unanswered', answered: 1 } })
})

test('refuses a group mail if the number of people has changed since the preview', async () => {
  const { app, write } = await site()
  const answer = await write('all', 2)
  expect([answer.status, await answer.json()]).toEqual([409, { error: expect.any(String), people: 3 }])
  expect((await write('arrived', 0)).status).toBe(409)
  expect((await write('nadie', 3)).status).toBe(422)
  expect(app.db.prepare('SELECT count(*) FROM mails').pluck().get()).toBe(0)
})

test('a group mail skips people who have no seat, have no e-mail or declined mails', async () => {
  const { app, cookie, set, state, to } = await site(['ana', 'eva', 'luz', 'zoe', 'pau'])
  set('eva', "status = 'cancelled'")
  set('luz', "email = ''")
  set('zoe', 'wantsReminders = 0')
  const idOf = app.db.prepare<[string], string>('SELECT id FROM registrations WHERE name = ?').pluck()
  const choose = (names: string[], more: object = {}) => {
    const json = { to: 'all', ids: names.map((name) => idOf.get(name)), subject: 'Hola', body: 'Hola.', ...more }
    return call(app, 'POST /api/mails/group', { cookie, json })
  }
  expect((await choose(['eva', 'luz', 'zoe'])).status).toBe(409)
  expect((await choose(['ana'], { expected: 1 })).status).toBe(422)
  expect((await choose(['ana'], { ids: undefined })).status).toBe(422)
  expect((await choose([])).status).toBe(422)
  expect(app.db.prepare('SELECT count(*) FROM groupMails').pluck().get()).toBe(0)
  const answer = await choose(['ana', 'eva', 'luz', 'zoe'])
  expect([answer.status, await answer.json()]).toEqual([201, { id: expect.any(String), people: 1 }])
  await expect.poll(to).toEqual(['ana'])
  expect((await state()).last).toMatchObject({ to: 'all', people: 1 })
})

test('sends at most one group mail in ten minutes', async () => {
  const { app, write, later, to } = await site()
  const answers = await Promise.all([1, 2, 3].map(() => write('all', 3)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429])
  const wait = Number(answers.find(({ status }) => status === 429)?.headers.get('Retry-After'))
  expect(wait > 590 && wait <= 600).toBe(true)
  await expect.poll(to).toEqual(['ana', 'eva', 'luz'])
  expect(app.db.prepare("SELECT count(*) FROM audit WHERE action = 'group-mailed'").pluck().get()).toBe(1)
  later()
  expect((await write('all', 3)).status).toBe(201)
})

test('a mail being sent while its group mail is cancelled counts as sent', async () => {
  const { app, write, state, stop } = await site()
  await app.deps.mailer?.stop()
  await write('all', 3)
  const at = new Date().toISOString()
  const [first, second] = dueMails(app.db)(at, 3)
  await stop()
  if (!first || !second) throw new Error('nothing was queued')
  app.db.prepare('DELETE FROM registrations WHERE id = ?').run(second.registrationId)
  for (const mail of [first, second]) recordSent(app.db, mail, '250 OK', at)
  expect((await state()).last).toMatchObject({ queued: 0, sent: 1, failed: 0, stopped: true })
})

test('cancelling a group mail removes its waiting mails and keeps the sent ones', async () => {
  const { app, server, write, state, stop } = await site()
  await app.deps.mailer?.stop()
  expect((await stop()).status).toBe(404)
  await write('all', 3)
  expect((await state()).last).toMatchObject({ queued: 3, sent: 0, stopped: false })
  expect((await stop()).status).toBe(200)
  expect((await state()).last).toMatchObject({ queued: 0, sent: 0, stopped: true })
  app.deps.mailer?.start()
  expect((await stop()).status).toBe(404)
  expect(server.taken).toEqual([])
})

test('cancelling a group mail also cancels waiting mails of an earlier group mail', async () => {
  const { app, write, state, stop, later } = await site()
  await app.deps.mailer?.stop()
  await write('all', 3)
  later()
  await write('registered', 3)
  expect((await state()).last).toMatchObject({ people: 3, queued: 6 })
  expect((await stop()).status).toBe(200)
  expect((await state()).last).toMatchObject({ queued: 0, stopped: true })
  expect(dueMails(app.db)(new Date().toISOString(), 9)).toEqual([])
})

test("drops a waiting mail for arrived people if its recipient's arrival was undone", async () => {
  const { app, write, set, later, cookie, to } = await site()
  const idOf = (name: string) => String(app.db.prepare('SELECT id FROM registrations WHERE name = ?').pluck().get(name))
  for (const name of ['ana', 'eva', 'luz']) set(name, 'isConfirmed = 1')
  const door = (more: object) =>
    call(app, 'POST /api/door/arrivals', {
      cookie,
      json: { device: 'x'.repeat(36), arrivals: [{ at: new Date().toISOString(), ...more }] },
    })
  const arrival = crypto.randomUUID()
  expect((await door({ id: arrival, registration: idOf('luz') })).status).toBe(200)
  await app.deps.mailer?.stop()
  await write('confirmed', 3)
  later()
  await write('arrived', 1)
  await call(app, 'POST /api/registrations/confirm', { cookie, json: { ids: [idOf('ana')], isConfirmed: false } })
  await call(app, `PUT /api/registrations/${idOf('eva')}`, { cookie, json: { isConfirmed: false } })
  await door({ id: crypto.randomUUID(), registration: idOf('luz'), undo: arrival })
  app.deps.mailer?.start()
  await expect.poll(to).toEqual(['luz'])
  expect(dueMails(app.db)(new Date().toISOString(), 9)).toEqual([])
  set('luz', 'isConfirmed = 0')
  const sent = app.db.prepare('SELECT id FROM mails').pluck().get()
  const again = await call(app, `POST /api/mails/${sent}/resend`, { cookie })
  expect([again.status, (await again.json()).error]).toEqual([409, 'Lo que dice este correo ya no es así para esta persona.'])
})

test('drops a mail for the waiting list if its recipient has got a seat in the meantime', async () => {
  const { app, write, set, later, cookie, to } = await site(['ana', 'eva'])
  set('ana', "status = 'waitlisted', waitingNumber = 1")
  set('eva', "status = 'waitlisted', waitingNumber = 2")
  await app.deps.mailer?.stop()
  await write('waitlisted', 2)
  later()
  await write('all', 2)
  const id = app.db.prepare("SELECT id FROM registrations WHERE name = 'ana'").pluck().get()
  await call(app, `POST /api/registrations/${id}/seat`, { cookie, json: { over: true } })
  const queued = "SELECT kind || ' ' || name FROM mails WHERE name = 'ana' AND status = 'queued' ORDER BY kind"
  expect(app.db.prepare(queued).pluck().all()).toEqual(['group ana', 'promoted ana'])
  app.deps.mailer?.start()
  await expect.poll(to).toEqual(['ana', 'ana', 'eva', 'eva'])
})

test('queues a group mail to 450 people in batches, but not to people who register later', async () => {
  const { app, write, state } = await site([])
  const add = (index: number) => addRegistration(app.db, { name: `Persona ${index}`, email: `persona${index}@ejemplo.gt` })
  for (let index = 0; index < 450; index++) add(index)
  // Stops the mailer, which would queue more than the first 200 mails. The test queues the others itself.
  await app.deps.mailer?.stop()
  expect(await (await write('all', 450)).json()).toMatchObject({ people: 450 })
  add(450)
  expect((await state()).last).toMatchObject({ queued: 450 })
  const queue = mailQueue(app.db, 'conferencia.gt')
  const next = () => continueGroupMail(app.db, queue, new Date().toISOString())
  expect([next(), next(), next()]).toEqual([200, 50, 0])
  const queued = app.db.prepare<[], string>("SELECT email FROM mails WHERE kind = 'group'").pluck().all()
  expect([queued.length, new Set(queued).size, queued.includes('persona450@ejemplo.gt')]).toEqual([450, 450, false])
})

test('sends no group mail to a person who opted out with the one click of a mail program', async () => {
  const { app, server, write, state, later, to } = await site(['ana', 'eva'])
  await write('all', 2)
  await expect.poll(to).toEqual(['ana', 'eva'])
  const mail = (await server.mails()).find(({ to }) => to?.[0]?.address === 'eva@ejemplo.gt')
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  const link = /^<(\S+\/registro\/[\w-]{22}\/recordatorios)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect([mail?.text?.includes(`Si no quieres más mensajes como este: ${link}`), mail?.html?.includes(`href="${link}"`)]).toEqual(
    [true, true],
  )
  // A program that only opens the link changes nothing.
  expect((await call(app, `GET ${new URL(link).pathname}`)).status).toBe(303)
  expect((await state()).groups.all).toBe(2)
  const click = await call(app, `POST ${new URL(link).pathname}`, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  expect([click.status, (await state()).groups]).toMatchObject([200, { all: 1, registered: 1 }])
  later()
  expect((await write('all', 1)).status).toBe(201)
  await expect.poll(to).toEqual(['ana', 'ana', 'eva'])
})

test('declining mails deletes waiting group mails, but not announcements or certificates', async () => {
  const { app, write, state, cookie } = await site(['ana', 'eva'])
  await app.deps.mailer?.stop()
  await write('all', 2)
  const [id, token] =
    app.db.prepare<[], [string, string]>("SELECT id, token FROM registrations WHERE name = 'eva'").raw().get() ?? []
  for (const kind of ['changed', 'certificate'] as const)
    mailQueue(app.db, 'conferencia.gt')(kind, { id: String(id), email: 'eva@ejemplo.gt', name: 'eva' }, new Date().toISOString())
  await call(app, `POST /registro/${token}/recordatorios`, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  const waiting = app.db.prepare("SELECT kind FROM mails WHERE registrationId = ? AND status = 'queued' ORDER BY kind").pluck()
  expect(waiting.all(id)).toEqual(['certificate', 'changed'])
  expect(cookie && (await state()).last?.queued).toBe(1)
})
