import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { contentPaths } from '../../api/content/paths.ts'
import { type ContentKey, sectionSchemas } from '../../data/content/schema.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { isFull } from '../support/full.ts'
import { openSession } from '../support/session.ts'
import { type Answer, answerTo, type Content, openDatabase, openRequest, send } from './client.ts'
import { inputs } from './inputs.ts'
import { filesOf } from './uploading.ts'

/** The server checks a caller's rights when the headers arrive. The body may arrive much later, so it must check them again. */

// No mail server listens, so calls that send mails are tested as far as possible without one.
const product = await sharedProduct({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'Sitio <sitio@ejemplo.gt>' })
const db = openDatabase(product)
const first = await openSession(product)
const json = { name: 'Luis', email: 'luis@conferencia.gt', password: 'secreto', role: 'admin' }
const { id } = JSON.parse((await send(product, 'POST /api/users', { json, headers: first })).body)

const everything = () => [
  ...['users', 'registrations', 'trash', 'revisions', 'arrivals', 'doorDevices'].map((table) =>
    db.prepare(`SELECT * FROM ${table}`).all(),
  ),
  // Only the ids, because attempts to send a mail change its other fields.
  db.prepare('SELECT id FROM mails').all(),
  filesOf(product).filter((name) => !name.includes('staging')),
]
const endOfSession = (session: string) => db.prepare('SELECT expires_at FROM sessions WHERE id = ?').pluck().get(session)

/** Stores a session of the second administrator. The first call prolongs it, which shows that the call has passed the guard. */
function newSession(): { headers: Record<string, string>; session: string } {
  const token = randomBytes(32).toString('base64url')
  const session = createHash('sha256').update(token).digest('hex')
  const now = Math.floor(Date.now() / 1000)
  db.prepare('INSERT INTO sessions (id, user_id, expires_at, created_at) VALUES (?, ?, ?, ?)').run(
    session,
    id,
    now + 60 * 60,
    now,
  )
  return { headers: { Cookie: `session=${token}`, Origin: product.origin }, session }
}

/** Sends a call's headers, waits until the guard has read them, runs `meanwhile`, and sends the body. */
async function callAround(line: string, content: Content, meanwhile: (session: string) => unknown): Promise<Answer> {
  const { headers, session } = newSession()
  const before = endOfSession(session)
  const body = Buffer.from(content.body ?? (content.json === undefined ? '' : JSON.stringify(content.json)))
  const type = content.json === undefined ? {} : { 'Content-Type': 'application/json' }
  // Without a declared length, every call waits for the end of the body.
  const all = { ...type, ...content.headers, ...headers, 'Transfer-Encoding': 'chunked' }
  const sent = openRequest(product, line, { headers: all, agent: new Agent() })
  sent.flushHeaders()
  await once(sent, 'socket')
  await expect.poll(() => endOfSession(session)).not.toBe(before)
  const answering = answerTo(sent)
  await meanwhile(session)
  sent.end(body)
  return answering
}

const deactivate = () => send(product, `PUT /api/users/${id}`, { json: { isActive: false }, headers: first })

afterEach(() => db.prepare("UPDATE users SET isActive = 1, role = 'admin' WHERE id = ?").run(id))

/** Calls of visitors, who have no rights, and calls that store nothing: previews, presence and upload addresses. */
const others = [
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/forgot',
  'POST /api/auth/reset',
  'POST /api/auth/email/confirm',
  'POST /api/auth/passkeys/sign-in/options',
  'POST /api/auth/passkeys/sign-in',
  'POST /api/auth/passkeys/register/options',
  'POST /api/registrations',
  'POST /api/registrations/recover',
  'POST /api/registrations/alert',
  'POST /api/preview',
  'POST /api/mails/preview',
  'POST /api/import/preview',
  'PUT /api/presence',
  'POST /api/upload/url',
]

/** Statuses of calls that fail even with a valid request, because nothing is prepared for them here. */
const refused: Record<string, number> = {
  'POST /api/mails/test': 502,
  'POST /api/mails/announcement': 409,
  'DELETE /api/mails/announcement': 404,
  // The group is empty.
  'POST /api/mails/group': 409,
  'DELETE /api/mails/group': 404,
  // No app and no authenticator answers.
  'POST /api/auth/totp/confirm': 422,
  'POST /api/auth/totp/recovery-codes': 409,
  'POST /api/auth/passkeys/register': 422,
  'PUT /api/auth/passkeys/:id': 404,
  'DELETE /api/auth/passkeys/:id': 404,
  'DELETE /api/users/:id/second-factor': 404,
  'DELETE /api/editions/:year/registrations': 404,
  'DELETE /api/registrations/import/:id': 404,
  // Addresses of this machine are refused.
  'POST /api/import/address': 422,
  'DELETE /api/certificates': 404,
  'POST /api/speakers/proposals/:id': 404,
  'POST /api/speakers/proposals/:id/undo': 404,
}

const { paths }: { paths: Record<string, object> } = JSON.parse((await send(product, 'GET /api/openapi.json')).body)
const ending = (call: string) => / \/api\/editions/.test(call)
const calls = Object.entries(paths)
  .flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  .filter((call) => /^(POST|PUT|DELETE) \/(api|upload)/.test(call) && !others.includes(call))
  // The call that ends an edition comes first, because it needs a card for each talk and speaker that later calls create.
  .toSorted((a, b) => Number(ending(b)) - Number(ending(a)))

const bodies: Record<string, object> = {
  'POST /api/speakers/proposals/:id': { accept: [] },
  'PUT /api/auth/me': { currentPassword: json.password, password: json.password },
  'POST /api/auth/totp/begin': {},
  'POST /api/auth/totp/recovery-codes': {},
  'PUT /api/auth/profile': { name: 'Luis' },
  'POST /api/auth/totp/confirm': { code: '000000' },
  'POST /api/auth/passkeys/register': { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} },
  'PUT /api/auth/passkeys/:id': { name: 'Teléfono' },
  'PUT /api/security': { requireSecondFactor: false },
  'POST /api/import': { source: 'csv', data: 'Título,Día,Inicio\nRedes,2027-03-05,09:00', accept: [] },
  'POST /api/import/address': { url: 'https://localhost/schedule.json' },
  'POST /api/registrations/import/preview': { source: 'csv', data: 'Nombre,Email\nLuis,invitado@ejemplo.gt' },
  'POST /api/registrations/import': { source: 'csv', data: 'Nombre,Email\nLuis,invitado@ejemplo.gt', accept: [] },
  'POST /api/certificates': { to: 'speakers' },
  'POST /api/certificates/by-hand': { role: 'organiser', name: 'José' },
  'PUT /api/event': { organiser: 'Otro' },
  'POST /api/editions': {
    name: 'Conferencia 2099',
    eventDate: '2099-11-20',
    keep: { speakers: true, partners: true, texts: true, registrations: 'apart' },
  },
  'PUT /api/registrations/:id': { notes: 'Otra' },
  'PUT /api/registrations/:id/sessions': { sessions: [] },
  'POST /api/users/invite': { name: 'Luis', email: 'invitado@ejemplo.gt' },
  'POST /api/door/arrivals': { device: 'a', arrivals: [{ id: 'a', registration: 'x', at: '2027-03-04T15:00:00Z' }] },
  'POST /api/door/walk-in': { id: '6f0a1fb4-8f5b-4d0c-9a52-3f1f6a3b7c11', name: 'Luis', at: '2027-03-04T15:00:00Z' },
  'POST /api/mails/test': { to: 'yo@ejemplo.gt', kind: 'confirmation' },
  'POST /api/mails/announcement': { subject: 'Cambio', body: 'Cambio' },
  'POST /api/registrations/export': { ids: ['a'] },
  'POST /api/mails/group': { to: 'all', subject: 'Hola', body: 'Hola', expected: 100_000 },
}
for (const key of Object.keys(sectionSchemas)) bodies[`PUT /api${contentPaths[key as ContentKey]}`] ??= {}

/** Returns a valid request. The second administrator creates the items that it needs. */
async function inputOf(call: string): Promise<Content & { line: string }> {
  const right = bodies[call]
  const input = await inputs(product, newSession().headers, call, 'right', right && { right: { ...right }, wrong: {} })
  return input.json !== undefined || input.body !== undefined || call.startsWith('DELETE') ? input : { ...input, json: {} }
}

describe('deactivating an administrator during a slow call', () => {
  test.each(calls)('%s returns 401 and changes nothing if the administrator is deactivated during the call', async (call) => {
    const { line, ...content } = await inputOf(call)
    let before: unknown
    const answer = await callAround(line, content, async () => {
      expect((await deactivate()).status).toBe(200)
      before = everything()
    })
    expect([answer.status, everything()]).toEqual([401, before])
  })

  // Valid requests for each call are in the access matrix.
  test.each(isFull ? calls : calls.filter((call) => !ending(call)).slice(0, 4))(
    'positive control: %s with a slow body succeeds if the rights do not change',
    async (call) => {
      const { line, ...content } = await inputOf(call)
      const answer = await callAround(line, content, () => {})
      expect([200, 201, refused[call]]).toContain(answer.status)
    },
  )
})

test('an administrator demoted during a request gets 403 and creates no user', async () => {
  const { line, ...content } = await inputOf('POST /api/users')
  const demote = () => send(product, `PUT /api/users/${id}`, { json: { role: 'user' }, headers: first })
  const count = db.prepare('SELECT count(*) FROM users').pluck()
  const before = count.get()
  expect((await callAround(line, content, demote)).status).toBe(403)
  expect(count.get()).toBe(before)
})

test('a save fails with 401 if a new password ends its session during the save', async () => {
  const change = () => send(product, `PUT /api/users/${id}`, { json: { password: 'otro-secreto' }, headers: first })
  expect((await callAround('PUT /api/hero', { json: { subtitle: 'Tarde' } }, change)).status).toBe(401)
  const { body } = await send(product, 'GET /api/hero')
  expect(body).not.toContain('Tarde')
})

test('a password change makes waiting sign-ins with the old password fail', async () => {
  const account = { email: 'vieja@conferencia.gt', password: 'secreto' }
  const made = await send(product, 'POST /api/users', { json: { name: 'Eva', ...account }, headers: first })
  const eva: string = JSON.parse(made.body).id
  const signIn = (json: object) => send(product, 'POST /api/auth/login', { json })
  const attempts = db.prepare<[], number>("SELECT count(*) FROM limits WHERE key LIKE 'login-address:%'").pluck()
  const before = attempts.get() ?? 0
  // These sign-ins come first in the queue of this IP address. The hash of the new password does not wait in the queue.
  const others = Array.from({ length: 30 }, (_, count) => signIn({ email: `nadie${count}@ejemplo.gt`, password: 'equivocada' }))
  await expect.poll(() => attempts.get()).toBe(before + 30)
  const waiting = Array.from({ length: 5 }, () => signIn(account))
  await expect.poll(() => attempts.get(), { interval: 5 }).toBe(before + 31)
  const change = await send(product, `PUT /api/users/${eva}`, { json: { password: 'otro-secreto' }, headers: first })
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  await Promise.all(others)
  expect([change.status, statuses]).toEqual([200, expect.arrayContaining([401])])
  // Sessions that began before the change have ended.
  expect(db.prepare('SELECT count(*) FROM sessions WHERE user_id = ?').pluck().get(eva)).toBe(0)
  expect((await signIn({ ...account, password: 'otro-secreto' })).status).toBe(200)
})
