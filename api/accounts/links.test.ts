import { expect, test } from 'vitest'
import { linkSpansMs } from '../../data/instants.ts'
import { later, stored } from '../../data/testing.ts'
import { startMailServer } from '../mail/testing.ts'
import { addUser, call, createTestApp, password, signInAs, type TestApp } from '../testing.ts'

const ana = { email: 'ana@conferencia.gt', name: 'Ana López' }
const chosen = 'tres tazas de té'
const dead = { error: 'Revisa los campos marcados.', fields: { token: 'Este enlace ya no sirve: se usó o venció. Pide otro.' } }

async function withMail() {
  const server = await startMailServer()
  const app = await createTestApp({ config: { mail: server.config(), publicOrigin: 'https://conferencia.gt' } })
  const user = await addUser(app.db, ana)
  const forgot = (email: string) => call(app, 'POST /api/auth/forgot', { json: { email } })
  const reset = (token: string, to = chosen) => call(app, 'POST /api/auth/reset', { json: { token, password: to } })
  return { app, user, mails: server.mails, forgot, reset, taken: server.taken }
}

const tryToSignIn = (app: TestApp, email: string, typed: string) =>
  call(app, 'POST /api/auth/login', { json: { email, password: typed } })

const links = (app: TestApp) => app.db.prepare('SELECT * FROM accountLinks').all()

const tokenIn = (text = '') => /https:\/\/conferencia\.gt\/clave#([\w-]{43})(?![\w-])/.exec(text)?.[1] ?? ''

test('choosing a new password with a mailed link ends all sessions of the user', async () => {
  const { app, user, mails, forgot, reset } = await withMail()
  const cookie = await signInAs(app, user)
  expect((await forgot('ANA@conferencia.gt')).status).toBe(204)
  const [mail] = await mails(1)
  expect([mail?.to?.[0]?.address, mail?.subject]).toEqual([ana.email, 'Elige una contraseña nueva'])
  const answer = await reset(tokenIn(mail?.text))
  expect([answer.status, await answer.json()]).toEqual([200, { isSignedIn: false, role: 'admin' }])
  expect((await call(app, 'GET /api/users', { cookie })).status).toBe(401)
  expect((await tryToSignIn(app, ana.email, password)).status).toBe(401)
  expect((await tryToSignIn(app, ana.email, chosen)).status).toBe(200)
})

test('a used password link gets the same answer as an unknown link', async () => {
  const { app, mails, forgot, reset } = await withMail()
  await forgot(ana.email)
  await forgot(ana.email)
  const [first, second] = await mails(2)
  await reset(tokenIn(first?.text))
  const before = stored(app.db)
  // The unused second link no longer works either, because the password changed after the link was sent.
  for (const token of [tokenIn(first?.text), tokenIn(second?.text), 'x'.repeat(43)]) {
    const answer = await reset(token, 'otra cosa más')
    expect([answer.status, await answer.json()]).toEqual([422, dead])
  }
  expect(stored(app.db)).toEqual(before)
})

test('rejects an expired password link', async () => {
  const { mails, forgot, reset } = await withMail()
  await forgot(ana.email)
  const [mail] = await mails(1)
  later(linkSpansMs.reset)
  expect((await reset(tokenIn(mail?.text))).status).toBe(422)
})

test('rejects the password link of a user who was deactivated after the mail', async () => {
  const { app, mails, forgot, reset } = await withMail()
  await forgot(ana.email)
  const [mail] = await mails(1)
  app.db.exec('UPDATE users SET isActive = 0')
  expect((await reset(tokenIn(mail?.text))).status).toBe(422)
})

test('changing the e-mail of an account invalidates the password link sent to the old e-mail', async () => {
  const { app, user, mails, forgot, reset } = await withMail()
  const cookie = await signInAs(app, user)
  await forgot(ana.email)
  const [mail] = await mails(1)
  const change = (json: object) => call(app, `PUT /api/users/${user.id}`, { cookie, json })
  expect((await change({ name: 'Ana María López' })).status).toBe(200)
  expect(links(app)).toHaveLength(1)
  expect((await change({ email: 'ana.lopez@conferencia.gt' })).status).toBe(200)
  expect((await reset(tokenIn(mail?.text))).status).toBe(422)
  expect((await call(app, 'GET /api/users', { cookie })).status).toBe(200)
})

test('a password link stays valid after a weak password is refused', async () => {
  const { mails, forgot, reset } = await withMail()
  await forgot(ana.email)
  const [mail] = await mails(1)
  const token = tokenIn(mail?.text)
  for (const weak of ['abc', '123456', 'Ana López', ana.email]) expect((await reset(token, weak)).status).toBe(422)
  expect((await reset(token)).status).toBe(200)
})

test('a request for a password link is answered alike whether or not the account exists', async () => {
  const { app, mails, forgot, taken } = await withMail()
  await addUser(app.db, { email: 'inactivo@conferencia.gt' })
  app.db.exec("UPDATE users SET isActive = 0 WHERE email = 'inactivo@conferencia.gt'")
  const answers = []
  for (const email of ['nadie@conferencia.gt', 'inactivo@conferencia.gt', ana.email]) {
    const answer = await forgot(email)
    answers.push([answer.status, await answer.text(), [...answer.headers.keys()]])
    // The link of an existing account is stored only after the answer.
    expect(links(app)).toEqual([])
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await mails(1)
  expect(taken).toHaveLength(1)
})

test('mails an account at most three password links an hour', async () => {
  const { app, mails, forgot, taken } = await withMail()
  await addUser(app.db, { email: 'luis@conferencia.gt' })
  for (let time = 0; time < 8; time += 1) expect((await forgot(ana.email)).status).toBe(204)
  await forgot('luis@conferencia.gt')
  const all = await mails(4)
  expect(taken).toHaveLength(4)
  expect(all.map(({ to }) => to?.[0]?.address).filter((address) => address === ana.email)).toHaveLength(3)
})

test('does not store the token of a password link', async () => {
  const { app, mails, forgot } = await withMail()
  await forgot(ana.email)
  const [mail] = await mails(1)
  const token = tokenIn(mail?.text)
  expect(token).toHaveLength(43)
  expect(JSON.stringify([stored(app.db), links(app)])).not.toContain(token)
})

test('an invited user signs in only after choosing a password with the mailed link', async () => {
  const { app, user, mails, reset } = await withMail()
  const cookie = await signInAs(app, user)
  const json = { name: 'Luis', email: 'luis@conferencia.gt', role: 'admin' }
  const answer = await call(app, 'POST /api/users/invite', { cookie, json })
  const invited = await answer.json()
  expect([answer.status, invited.isInvited, 'link' in invited]).toEqual([201, true, false])
  const [mail] = await mails(1)
  expect(mail?.subject).toMatch(/^Te invitaron al panel de /)
  expect(mail?.text).toContain('Ana López te invitó')
  for (const typed of ['', 'secreto']) expect((await tryToSignIn(app, json.email, typed)).status).not.toBe(200)
  later(linkSpansMs.invite - 60_000)
  expect((await reset(tokenIn(mail?.text))).status).toBe(200)
  expect((await tryToSignIn(app, json.email, chosen)).status).toBe(200)
})

test('an invited door helper is signed in right after choosing a password', async () => {
  const { app, user, mails, reset } = await withMail()
  const cookie = await signInAs(app, user)
  const json = { name: 'Iris', email: 'iris@conferencia.gt', role: 'door' }
  await call(app, 'POST /api/users/invite', { cookie, json })
  const [mail] = await mails(1)
  expect(mail?.subject).toMatch(/^Te invitaron a recibir en la puerta de /)
  expect(mail?.text).toContain('https://conferencia.gt/puerta')
  const answer = await reset(tokenIn(mail?.text))
  expect(await answer.json()).toEqual({ isSignedIn: true, role: 'door' })
  const session = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const { user: me } = await (await call(app, 'GET /api/auth/me', { cookie: session })).json()
  expect(me).toMatchObject({ email: json.email, role: 'door' })
})

test("without a mail server, shows an invitation's link to the administrator", async () => {
  const app = await createTestApp({ config: { publicOrigin: 'https://conferencia.gt' } })
  const cookie = await signInAs(app, await addUser(app.db, ana))
  const json = { name: 'Luis', email: 'luis@conferencia.gt' }
  const { link, id } = await (await call(app, 'POST /api/users/invite', { cookie, json })).json()
  const reset = (token: string, to: string) => call(app, 'POST /api/auth/reset', { json: { token, password: to } })
  expect((await reset(tokenIn(link), chosen)).status).toBe(200)
  const again = await call(app, `POST /api/users/${id}/link`, { cookie, json: {} })
  expect(again.status).toBe(201)
  expect((await reset(tokenIn((await again.json()).link), 'otra cosa más')).status).toBe(200)
  expect((await tryToSignIn(app, json.email, 'otra cosa más')).status).toBe(200)
})

test('rejects an invitation to the e-mail of a user who has a password', async () => {
  const app = await createTestApp({ config: { publicOrigin: 'https://conferencia.gt' } })
  const cookie = await signInAs(app, await addUser(app.db, ana))
  const invite = (email: string) => call(app, 'POST /api/users/invite', { cookie, json: { name: 'Luis', email } })
  const first = await (await invite('luis@conferencia.gt')).json()
  const second = await (await invite('Luis@conferencia.gt')).json()
  expect(second.id).toBe(first.id)
  expect(tokenIn(second.link)).not.toBe(tokenIn(first.link))
  const taken = await invite(ana.email)
  expect([taken.status, (await taken.json()).fields]).toEqual([422, { email: 'Ya existe un usuario con este correo' }])
})

test('inviting a user a second time before they accept replaces their name and role', async () => {
  const app = await createTestApp()
  const cookie = await signInAs(app, await addUser(app.db, ana))
  const invite = (json: object) =>
    call(app, 'POST /api/users/invite', { cookie, json: { email: 'luis@conferencia.gt', ...json } })
  await invite({ name: 'Luis', role: 'admin' })
  expect(await (await invite({ name: 'Luis Cumes', role: 'door' })).json()).toMatchObject({ name: 'Luis Cumes', role: 'door' })
  const { id, role } = await (await invite({ name: 'Luis Cumes' })).json()
  expect(role).toBe('door')
  await call(app, `PUT /api/users/${id}`, { cookie, json: { isActive: false } })
  const refused = await invite({ name: 'Luis' })
  expect([refused.status, await refused.json()]).toEqual([409, { error: 'Este usuario está inactivo: no puede entrar.' }])
})

test('refuses to demote the only active administrator while another is only invited', async () => {
  const app = await createTestApp()
  const ownUser = await addUser(app.db, ana)
  const cookie = await signInAs(app, ownUser)
  await call(app, 'POST /api/users/invite', { cookie, json: { name: 'Luis', email: 'luis@conferencia.gt', role: 'admin' } })
  const answer = await call(app, `PUT /api/users/${ownUser.id}`, { cookie, json: { role: 'user' } })
  expect(answer.status).toBe(409)
})

test('an administrator can give a user who lost their mailbox a new e-mail and a password link', async () => {
  const { app, user, mails } = await withMail()
  const cookie = await signInAs(app, await addUser(app.db, { email: 'luis@conferencia.gt' }))
  const json = { email: 'ana.lopez@ejemplo.gt' }
  expect((await call(app, `PUT /api/users/${user.id}`, { cookie, json })).status).toBe(200)
  expect((await call(app, `POST /api/users/${user.id}/link`, { cookie, json: {} })).status).toBe(201)
  const [mail] = await mails(1)
  expect(mail?.to?.[0]?.address).toBe(json.email)
  const token = tokenIn(mail?.text)
  expect((await call(app, 'POST /api/auth/reset', { json: { token, password: chosen } })).status).toBe(200)
  expect((await tryToSignIn(app, json.email, chosen)).status).toBe(200)
})
