import { expect, test } from 'vitest'
import { findUser } from '../../data/accounts/users.ts'
import { findUnusedUploads } from '../../data/content/unreferenced-uploads.ts'
import { linkSpansMs } from '../../data/instants.ts'
import { later, stored } from '../../data/testing.ts'
import { startMailServer } from '../mail/testing.ts'
import { addUser, call, createTestApp, password, signInAs, type TestApp } from '../testing.ts'

const ana = { email: 'ana@conferencia.gt' }
const wanted = 'ana.lopez@conferencia.gt'
const picture = '/public-objects/1700000000000-0a1b.webp'

async function withMail() {
  const server = await startMailServer()
  const app = await createTestApp({ config: { mail: server.config(), publicOrigin: 'https://conferencia.gt' } })
  const user = await addUser(app.db, ana)
  const cookie = await signInAs(app, user)
  const ask = (email: string) => call(app, 'POST /api/auth/email', { cookie, json: { email } })
  const confirm = (token: string) => call(app, 'POST /api/auth/email/confirm', { json: { token } })
  return { app, user, cookie, mails: server.mails, ask, confirm, taken: server.taken }
}

const signsIn = async (app: TestApp, email: string) =>
  (await call(app, 'POST /api/auth/login', { json: { email, password } })).status === 200

const tokenIn = (text = '') => /https:\/\/conferencia\.gt\/correo#([\w-]{43})(?![\w-])/.exec(text)?.[1] ?? ''

test("a user's new name and picture appear in the list of users and in the session", async () => {
  const app = await createTestApp()
  const user = await addUser(app.db, { ...ana, role: 'user' })
  const cookie = await signInAs(app, user)
  const answer = await call(app, 'PUT /api/auth/profile', { cookie, json: { name: 'Ana María', picture } })
  expect([answer.status, (await answer.json()).user]).toMatchObject([200, { name: 'Ana María', picture, role: 'user', ...ana }])
  expect((await (await call(app, 'GET /api/auth/me', { cookie })).json()).user.picture).toBe(picture)
  expect(await (await call(app, 'GET /api/users', { cookie })).json()).toMatchObject([{ name: 'Ana María', picture }])
  // The call keeps fields that are not sent. Users cannot change their own role.
  expect((await (await call(app, 'PUT /api/auth/profile', { cookie, json: { picture: '' } })).json()).user.name).toBe('Ana María')
  expect((await call(app, 'PUT /api/auth/profile', { cookie, json: { role: 'admin' } })).status).toBe(422)
})

test('accepts only an upload of this site as the picture of a user', async () => {
  const app = await createTestApp()
  const cookie = await signInAs(app, await addUser(app.db, ana))
  for (const wrong of ['https://ejemplo.gt/yo.png', '/api/registrations', '/public-objects/../api'])
    expect((await call(app, 'PUT /api/auth/profile', { cookie, json: { picture: wrong } })).status).toBe(422)
  await call(app, 'PUT /api/auth/profile', { cookie, json: { picture } })
  expect(findUnusedUploads(app.db, ['1700000000000-0a1b', '1700000000000-ffff'])).toEqual(['1700000000000-ffff'])
})

test('a new e-mail takes effect once its mailed link is used, and the old e-mail gets a mail', async () => {
  const { app, user, cookie, mails, ask, confirm } = await withMail()
  const asked = await ask(wanted)
  expect([asked.status, await asked.json()]).toMatchObject([200, { isSent: true, user: ana }])
  const [mail] = await mails(1)
  expect([mail?.to?.[0]?.address, mail?.subject]).toEqual([wanted, 'Confirma tu correo'])
  expect([await signsIn(app, ana.email), await signsIn(app, wanted)]).toEqual([true, false])
  // The database has only a hash of the link's token.
  expect(JSON.stringify(stored(app.db))).not.toContain(tokenIn(mail?.text))

  expect((await confirm(tokenIn(mail?.text))).status).toBe(204)
  expect([await signsIn(app, ana.email), await signsIn(app, wanted)]).toEqual([false, true])
  expect((await call(app, 'GET /api/users', { cookie })).status).toBe(200)
  const changed = async () => (await mails(2)).find(({ subject }) => subject === 'Cambió la seguridad de tu cuenta')
  await expect.poll(changed).toBeDefined()
  const told = await changed()
  expect([told?.to?.[0]?.address, told?.text]).toEqual([ana.email, expect.stringContaining(wanted)])
  expect((await confirm(tokenIn(mail?.text))).status).toBe(422)
  expect(findUser(app.db, user.id)?.email).toBe(wanted)
})

test('a link to confirm a new e-mail expires after an hour or when a newer link is requested', async () => {
  const { app, user, cookie, mails, ask, confirm } = await withMail()
  await ask('una@conferencia.gt')
  const [first] = await mails(1)
  await ask(wanted)
  const second = (await mails(2)).find(({ to }) => to?.[0]?.address === wanted)
  expect((await confirm(tokenIn(first?.text))).status).toBe(422)
  await call(app, `PUT /api/users/${user.id}`, { cookie, json: { email: 'otra@conferencia.gt' } })
  expect((await confirm(tokenIn(second?.text))).status).toBe(422)
  await ask(wanted)
  const third = (await mails(3)).find(({ text }) => ![first?.text, second?.text].includes(text))
  later(linkSpansMs.email)
  expect((await confirm(tokenIn(third?.text))).status).toBe(422)
})

test('the answer to a change of e-mail does not reveal if the new e-mail has an account', async () => {
  const { app, mails, ask, confirm } = await withMail()
  const luis = await addUser(app.db, { email: 'luis@conferencia.gt' })
  const [free, taken] = [await ask(wanted), await ask('LUIS@conferencia.gt')]
  expect([taken.status, await taken.text()]).toEqual([free.status, await free.text()])
  const sent = await mails(2)
  const [one, other] = sent.map(({ subject, text = '' }) => [subject, text.replace(tokenIn(text), '')])
  expect(one).toEqual(other)
  const mail = sent.find(({ to }) => to?.[0]?.address === 'LUIS@conferencia.gt')
  const answer = await confirm(tokenIn(mail?.text))
  expect([answer.status, (await answer.json()).fields]).toEqual([422, { token: 'Este correo ya es de otra cuenta.' }])
  expect(findUser(app.db, luis.id)?.email).toBe('luis@conferencia.gt')
})

test('mails at most five confirmations of a new e-mail per user an hour', async () => {
  const { ask, taken } = await withMail()
  for (let count = 0; count < 5; count += 1) expect((await ask(`nadie${count}@ejemplo.gt`)).status).toBe(200)
  const answer = await ask('nadie@ejemplo.gt')
  expect([answer.status, Number(answer.headers.get('Retry-After'))]).toEqual([429, expect.any(Number)])
  await expect.poll(() => taken.length).toBe(5)
})

test("without a mail server a user's new e-mail takes effect at once", async () => {
  const app = await createTestApp()
  const cookie = await signInAs(app, await addUser(app.db, ana))
  await addUser(app.db, { email: 'luis@conferencia.gt' })
  const answer = await call(app, 'POST /api/auth/email', { cookie, json: { email: wanted } })
  expect([answer.status, await answer.json()]).toMatchObject([200, { isSent: false, user: { email: wanted } }])
  expect([await signsIn(app, ana.email), await signsIn(app, wanted)]).toEqual([false, true])
  expect((await call(app, 'POST /api/auth/email', { cookie, json: { email: 'luis@conferencia.gt' } })).status).toBe(422)
})

test('changing e-mail, passkeys or sessions needs a new sign-in after half an hour', async () => {
  const app = await createTestApp()
  const user = await addUser(app.db, ana)
  const cookie = await signInAs(app, user)
  const ask = async (request: Parameters<typeof call>[1], json?: object, session = cookie) => {
    const answer = await call(app, request, { cookie: session, json })
    return [answer.status, (await answer.json()).signInAgain]
  }
  const answer = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} }
  const calls: [Parameters<typeof call>[1], object?][] = [
    ['POST /api/auth/email', { email: ana.email }],
    ['POST /api/auth/totp/begin', {}],
    ['POST /api/auth/totp/recovery-codes', {}],
    ['DELETE /api/auth/totp'],
    ['POST /api/auth/passkeys/register/options', {}],
    ['POST /api/auth/passkeys/register', answer],
    ['DELETE /api/auth/passkeys/x'],
    ['DELETE /api/auth/sessions'],
    ['DELETE /api/auth/sessions/x'],
  ]
  for (const [request, json] of calls) expect((await ask(request, json))[1], request).toBeUndefined()
  later(31 * 60_000)
  for (const [request, json] of calls) expect(await ask(request, json), request).toEqual([401, true])
  expect((await ask('PUT /api/auth/profile', { name: 'Ana' }))[0]).toBe(200)
  expect((await ask('DELETE /api/auth/totp', undefined, await signInAs(app, user)))[0]).toBe(200)
})

test('a percent-encoded path does not bypass the required new sign-in', async () => {
  const app = await createTestApp()
  const user = await addUser(app.db, ana)
  const luis = await addUser(app.db, { email: 'luis@conferencia.gt', role: 'user' })
  const cookie = await signInAs(app, user)
  const rosa = { name: 'Rosa', email: 'rosa@conferencia.gt', password: 'tres tazas de té', role: 'admin' }
  const calls: [Parameters<typeof call>[1], object?][] = [
    ['POST /api/users', rosa],
    ['POST /api/%75sers', rosa],
    ['POST /api/users/invite', rosa],
    [`PUT /api/users/${luis.id}`, { role: 'admin' }],
    [`PUT /api/users/${luis.id}`, { password: 'tres tazas de té' }],
    [`PUT /api/users/${user.id}`, { email: wanted }],
    [`POST /api/users/${luis.id}/link`, {}],
    [`DELETE /api/users/${luis.id}/second-factor`],
    [`DELETE /api/users/${luis.id}/sessions`],
    [`DELETE /api/users/${luis.id}`],
    ['PUT /api/security', { requireSecondFactor: true }],
  ]
  later(31 * 60_000)
  const access = () => app.db.prepare('SELECT id, email, role, isActive, passwordHash FROM users').all()
  const before = access()
  for (const [request, json] of calls) {
    const answer = await call(app, request, { cookie, json })
    expect([request, answer.status, (await answer.json()).signInAgain]).toEqual([request, 401, true])
  }
  expect(access()).toEqual(before)
  const fresh = await signInAs(app, user)
  expect((await call(app, `PUT /api/users/${luis.id}`, { cookie: fresh, json: { role: 'door' } })).status).toBe(200)
  expect((await call(app, 'GET /api/users', { cookie: fresh })).status).toBe(200)
})

test('every route that changes accounts or sign-ins requires a sign-in in the last half hour', async () => {
  const app = await createTestApp()
  const cookie = await signInAs(app, await addUser(app.db, ana))
  const isAccess = ({ method, path }: { method: string; path: string }) =>
    /^\/api\/(users|security|auth\/(email|sessions|totp|passkeys))(\/|$)/.test(path) &&
    !['GET', 'ALL'].includes(method) &&
    !/email\/confirm|passkeys\/sign-in/.test(path)
  const routes = app.app.routes.filter(isAccess)
  later(31 * 60_000)
  for (const { method, path } of routes) {
    const request = `${method} ${path.replace(/:\w+/g, 'x')}` as Parameters<typeof call>[1]
    const answer = await call(app, request, { cookie, json: method === 'DELETE' ? undefined : {} })
    expect([request, (await answer.json()).signInAgain]).toEqual([request, true])
  }
  expect(routes.length).toBeGreaterThan(15)
})

test('an administrator can sign another user out everywhere', async () => {
  const app = await createTestApp()
  const user = await addUser(app.db, { ...ana, role: 'user' })
  const luis = await addUser(app.db, { email: 'luis@conferencia.gt' })
  const [theirs, own, other] = [await signInAs(app, user), await signInAs(app, luis), await signInAs(app, luis)]
  const end = async (id: string, cookie = own) => (await call(app, `DELETE /api/users/${id}/sessions`, { cookie })).status
  const isIn = async (cookie: string) => (await call(app, 'GET /api/users', { cookie })).status === 200
  expect(await end(luis.id, theirs)).toBe(403)
  expect([await end(user.id), await isIn(theirs), await isIn(own)]).toEqual([200, false, true])
  expect([await end(luis.id), await isIn(other), await isIn(own)]).toEqual([200, false, true])
  expect(await end('unknown')).toBe(404)
})
