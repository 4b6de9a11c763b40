import { expect, test } from 'vitest'
import { addRegistration } from '../../data/testing.ts'
import { startMailServer } from '../mail/testing.ts'
import { call, createTestApp } from '../testing.ts'

async function site(registrationLimit = 0) {
  const server = await startMailServer()
  const from = { name: 'Conferencia', address: 'hola@conferencia.gt' }
  const mail = { server: { host: '127.0.0.1', port: server.port, secure: false, auth: null }, from, dkim: null }
  const app = await createTestApp({ config: { mail, registrationLimit } })
  addRegistration(app.db, { name: 'Ana', email: 'ana@ejemplo.gt' })
  const ask = (email: string) => call(app, 'POST /api/registrations/recover', { json: { email } })
  const send = async (email: string) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
    const body = new URLSearchParams({ email }).toString()
    const answer = await call(app, 'POST /api/registrations/recover', { body, headers })
    return `${answer.status} ${answer.headers.get('Location')}`
  }
  const path = () => `/registro/${app.db.prepare<[], string>('SELECT token FROM registrations').pluck().get()}`
  return { app, server, ask, send, path }
}

test('a lost registration link is mailed once an hour, without revealing registered e-mails', async () => {
  const { app, server, ask, path } = await site()
  for (const email of ['ANA@ejemplo.gt', 'ana@ejemplo.gt', 'nadie@ejemplo.gt']) {
    const answer = await ask(email)
    expect([answer.status, await answer.json()]).toEqual([202, { accepted: true }])
  }
  await expect.poll(() => server.taken.length).toBe(1)
  const [mail] = await server.mails()
  expect([mail?.to?.[0]?.address, mail?.subject]).toEqual(['ana@ejemplo.gt', 'Tu registro a Conferencia 2025'])
  expect(mail?.text).toContain(path())
  expect(app.db.prepare('SELECT count(*) FROM registrations').pluck().get()).toBe(1)
  app.db.exec("UPDATE mails SET createdAt = '2025-01-01T00:00:00.000Z'")
  await ask('ana@ejemplo.gt')
  await expect.poll(() => server.taken.length).toBe(2)
  expect((await ask('ana')).status).toBe(422)
})

test("a cancelled person gets the mail with the registration's link, but without a ticket", async () => {
  const { app, server, ask, path } = await site()
  app.db.exec("UPDATE registrations SET status = 'cancelled'")
  await ask('ana@ejemplo.gt')
  await expect.poll(() => server.taken.length).toBe(1)
  const [mail] = await server.mails()
  expect([mail?.text?.includes(path()), mail?.attachments]).toEqual([true, []])
})

test('without JavaScript, requesting a lost link redirects to a page with the result', async () => {
  const { server, send } = await site(2)
  expect(await send('ana@ejemplo.gt')).toBe('303 /recuperar#enviado')
  expect(await send('ana')).toBe('303 /recuperar#revisa')
  expect(await send('nadie@ejemplo.gt')).toBe('303 /recuperar#espera')
  await expect.poll(() => server.taken.length).toBe(1)
})

test('a request for a lost link gets the usual answer even without a mail server', async () => {
  const app = await createTestApp()
  addRegistration(app.db, { email: 'ana@ejemplo.gt' })
  const answer = await call(app, 'POST /api/registrations/recover', { json: { email: 'ana@ejemplo.gt' } })
  expect(answer.status).toBe(202)
  expect(app.db.prepare('SELECT count(*) FROM mails').pluck().get()).toBe(0)
})
