import { expect, test } from 'vitest'
import { mailKinds } from '../../data/content/mail-texts.ts'
import { stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import type { MailConfig } from './config.ts'
import { reply, startMailServer, type Trouble } from './testing.ts'

async function panel({ trouble = {} as Trouble, role = 'admin' as const } = {}) {
  const server = await startMailServer(trouble)
  const from = { name: 'Conferencia', address: 'hola@conferencia.gt' }
  const mail: MailConfig = { server: { host: '127.0.0.1', port: server.port, secure: false, auth: null }, from, dkim: null }
  const app = await createTestApp({ config: { mail } })
  const cookie = await signIn(app, role)
  const register = (name: string) =>
    call(app, 'POST /api/registrations', { json: { name, email: `${name.toLowerCase()}@ejemplo.gt` } })
  const list = async (query = '') => {
    const answer = await call(app, `GET /api/mails${query}`, { cookie })
    return { counts: answer.headers.get('X-Counts'), mails: (await answer.json()) as Record<string, unknown>[] }
  }
  return { app, cookie, server, register, list }
}

test('lists each mail with its recipient and the reply of the mail server', async () => {
  const { register, list, server } = await panel()
  await register('Ana')
  await expect.poll(async () => (await list('?status=sent')).mails.length).toBe(1)
  expect((await list()).mails).toEqual([
    {
      id: expect.any(String),
      kind: 'confirmation',
      to: 'ana@ejemplo.gt',
      name: 'Ana',
      status: 'sent',
      attempts: 1,
      response: expect.stringContaining('Accepted'),
      createdAt: expect.stringMatching(/Z$/),
      sentAt: expect.stringMatching(/Z$/),
      heldUntil: null,
    },
  ])
  expect((await list()).counts).toBe('matching=1, queued=0, sent=1, failed=0')
  expect(server.taken).toHaveLength(1)
})

test('filters the list of mails by status, person and words, with counts', async () => {
  const { register, list, app, cookie } = await panel({
    trouble: { recipient: (to) => (to.startsWith('eva') ? reply(550, 'no such user') : null) },
  })
  for (const name of ['Ana', 'José', 'Eva']) await register(name.replace('é', 'e'))
  await expect.poll(async () => (await list('?status=queued')).mails.length).toBe(0)
  const names = async (query: string) => (await list(query)).mails.map(({ name }) => name)
  expect(await names('?status=failed')).toEqual(['Eva'])
  expect(await names('?search=JOSÉ')).toEqual(['Jose'])
  expect((await list('?limit=1')).counts).toBe('matching=3, queued=0, sent=2, failed=1')
  const [eva] = await (await call(app, 'GET /api/registrations?search=eva', { cookie })).json()
  expect(await names(`?registration=${eva.id}`)).toEqual(['Eva'])
  expect((await call(app, 'GET /api/mails?status=otro', { cookie })).status).toBe(422)
})

test('sending a mail a second time creates a new mail with its own Message-ID', async () => {
  const { register, list, app, cookie, server } = await panel()
  await register('Ana')
  await expect.poll(() => server.taken.length).toBe(1)
  const [first] = (await list()).mails
  const answer = await call(app, `POST /api/mails/${first?.id}/resend`, { cookie })
  expect(answer.status).toBe(201)
  await expect.poll(() => server.taken.length).toBe(2)
  const ids = (await server.mails()).map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(2)
  expect((await call(app, 'POST /api/mails/unknown/resend', { cookie })).status).toBe(404)
})

test('resends a mail to a person at most once in ten minutes', async () => {
  const { register, list, app, cookie } = await panel()
  const colleague = await signIn(app, 'user')
  await register('Ana')
  await register('Eva')
  const idOf = async (name: string) => (await list(`?search=${name}`)).mails.at(-1)?.id
  const again = async (name: string, by = cookie) => {
    const answer = await call(app, `POST /api/mails/${await idOf(name)}/resend`, { cookie: by })
    return { status: answer.status, wait: Number(answer.headers.get('Retry-After')) }
  }
  expect((await again('ana')).status).toBe(201)
  for (const by of [cookie, colleague]) {
    const { status, wait } = await again('ana', by)
    expect([status, wait > 590 && wait <= 600]).toEqual([429, true])
  }
  expect((await again('eva', colleague)).status).toBe(201)
  expect((await list()).mails).toHaveLength(4)
  app.db.prepare('UPDATE audit SET at = ?').run(new Date(Date.now() - 601_000).toISOString())
  expect((await again('ana', colleague)).status).toBe(201)
})

test.each([
  [
    'a confirmation for a cancelled person',
    "UPDATE registrations SET status = 'cancelled'",
    'Esta persona ya no tiene lugar apartado.',
  ],
  [
    'an announcement for a cancelled person',
    "UPDATE registrations SET status = 'cancelled'; UPDATE mails SET kind = 'changed'",
    'Esta persona canceló su registro.',
  ],
  [
    'a mail of the waiting list for a person with a seat',
    "UPDATE mails SET kind = 'waitlisted'",
    'Lo que dice este correo ya no es así para esta persona.',
  ],
])('refuses to resend a mail that is out of date: %s', async (_, since, error) => {
  const { register, list, app, cookie } = await panel()
  await register('Ana')
  const [first] = (await list()).mails
  app.db.exec(since)
  const answer = await call(app, `POST /api/mails/${first?.id}/resend`, { cookie })
  expect([answer.status, await answer.json()]).toEqual([409, { error }])
  expect((await list()).mails).toHaveLength(1)
})

test.each(mailKinds)('sending a test of the mail %s returns the reply of the mail server', async (kind) => {
  const { app, cookie, server, list } = await panel()
  const answer = await call(app, 'POST /api/mails/test', { cookie, json: { to: 'yo@ejemplo.gt', kind } })
  expect([answer.status, await answer.json()]).toEqual([200, { response: expect.stringContaining('Accepted') }])
  expect(server.taken[0]?.to).toEqual(['yo@ejemplo.gt'])
  expect((await list()).mails).toEqual([])
})

test('if the mail server refuses a test mail, the answer is 502 with the reason', async () => {
  const { app, cookie } = await panel({ trouble: { from: () => reply(553, 'sender not allowed') } })
  const answer = await call(app, 'POST /api/mails/test', { cookie, json: { to: 'yo@ejemplo.gt', kind: 'confirmation' } })
  expect([answer.status, await answer.json()]).toEqual([502, { error: expect.stringContaining('sender not allowed') }])
})

test('answers a request for a test mail with 409 if there is no mail server', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const json = { to: 'yo@ejemplo.gt', kind: 'confirmation' }
  expect((await call(app, 'POST /api/mails/test', { cookie, json })).status).toBe(409)
  expect(await (await call(app, 'GET /api/mails/server', { cookie })).json()).toBeNull()
})

test("the activity log has each user who reads a registration's secret link", async () => {
  const { app, cookie, register, server } = await panel()
  await register('Ana')
  const [{ id }] = await (await call(app, 'GET /api/registrations', { cookie })).json()
  const { url } = await (await call(app, `GET /api/registrations/${id}/link`, { cookie })).json()
  await expect.poll(() => server.taken.length).toBe(1)
  expect((await server.mails())[0]?.text).toContain(url)
  const [entry] = await (await call(app, 'GET /api/audit', { cookie })).json()
  expect(entry).toMatchObject({ action: 'registration-link-shown', subjectId: id })
})

test('the preview of a mail shows unsaved texts and escapes their HTML', async () => {
  const { app, cookie } = await panel()
  const before = stored(app.db)
  const body = new URLSearchParams({ kind: 'confirmation', subject: 'Hola {nombre}', body: '<b>Nos vemos</b> en {lugar}' })
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const answer = await call(app, 'POST /api/mails/preview', { cookie, headers, body: body.toString() })
  const html = await answer.text()
  expect(html).toContain('Hola Ana López')
  expect(html).toContain('&lt;b&gt;Nos vemos&lt;/b&gt; en Centro de eventos')
  expect(answer.headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
  expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
  expect(stored(app.db)).toEqual(before)
})

test('the preview of a mail without a subject shows "(sin asunto)"', async () => {
  const { app, cookie } = await panel()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ kind: 'group', subject: '', body: 'Hola, {nombre}:' })
  const answer = await call(app, 'POST /api/mails/preview', { cookie, headers, body: body.toString() })
  expect(await answer.text()).toMatch(/<h1[^>]*>\(sin asunto\)<\/h1>/)
})

test('after the conference is renamed, no mail contains the old name', async () => {
  const { app, cookie, server, register } = await panel()
  await call(app, 'PUT /api/event', { cookie, json: { name: 'Jornadas de Software' } })
  for (const kind of mailKinds) {
    const answer = await call(app, 'POST /api/mails/test', { cookie, json: { to: 'ana@ejemplo.gt', kind } })
    expect([kind, answer.status]).toEqual([kind, 200])
  }
  await register('Luis')
  await expect.poll(() => server.taken.length).toBe(mailKinds.length + 1)
  for (const { subject, text, html } of await server.mails()) {
    for (const part of [subject, text, html]) {
      expect(part).toContain('Jornadas de Software')
      expect(part).not.toContain('Conferencia 2025')
    }
  }
  const [token] = app.db.prepare<[], string>('SELECT token FROM registrations').pluck().all()
  const page = await (await call(app, `GET /registro/${token}`)).text()
  expect([page.includes('Jornadas de Software'), page.includes('Conferencia 2025')]).toEqual([true, false])
})
