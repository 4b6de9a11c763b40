import { expect, test } from 'vitest'
import { holdClock, stored } from '../../data/testing.ts'
import { call, createTestApp, dataIn, hiddenIn, type TestApp } from '../testing.ts'

const typed = { name: 'José Pérez', email: 'jose@ejemplo.gt', phone: '+502 5555 1234', comments: 'Llego\ntarde' }

function send(app: TestApp, fields: Record<string, string>, type = 'application/x-www-form-urlencoded') {
  const headers = { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin' }
  return call(app, 'POST /api/registrations', { body: new URLSearchParams(fields).toString(), headers })
}

test.each(['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=UTF-8'])(
  'a form sent without JavaScript is stored as %s, and the visitor sees a message',
  async (type) => {
    const app = await createTestApp()
    const answer = await send(app, typed, type)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/#registro-exitoso'])
    const { name, email, phone, comments } = typed
    expect(stored(app.db).registrations).toMatchObject([
      { name, email, phone, notes: comments, isConfirmed: 0, acceptsMarketing: 0 },
    ])
  },
)

test('shows an invalid registration form again with the typed values and messages', async () => {
  const app = await createTestApp()
  const answer = await send(app, { ...typed, name: ' ', email: '<script>alert(1)</script>' })
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([422, 'text/html; charset=UTF-8'])
  expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'")
  expect((await dataIn(answer)).refused).toEqual({
    values: { ...typed, name: ' ', email: '<script>alert(1)</script>' },
    errors: { name: 'Escribe tu nombre', email: 'Email válido requerido' },
  })
  expect(stored(app.db).registrations).toEqual([])
})

test('a form sent empty is shown again with a message at each required field', async () => {
  const app = await createTestApp()
  const answer = await send(app, {})
  expect(answer.status).toBe(422)
  expect((await dataIn(answer)).refused).toEqual({
    values: { name: '', email: '', phone: '', comments: '' },
    errors: { name: 'Escribe tu nombre', email: 'Email válido requerido' },
  })
})

test('registering a known e-mail gets the usual answer and changes nothing', async () => {
  const app = await createTestApp()
  await send(app, typed)
  const before = stored(app.db)
  const answer = await send(app, { ...typed, name: 'Intruso', email: 'JOSE@ejemplo.gt' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/#registro-exitoso'])
  expect(stored(app.db)).toEqual(before)
})

test('does not store fields that are not in the registration form', async () => {
  const app = await createTestApp()
  await send(app, { ...typed, isConfirmed: '1', id: '1', acceptsMarketing: '1' })
  expect(stored(app.db).registrations).toMatchObject([
    { isConfirmed: 0, acceptsMarketing: 0, id: expect.not.stringMatching(/^1$/) },
  ])
})

test('above the rate limit, shows a page that can send the filled form later', async () => {
  holdClock()
  const app = await createTestApp({ config: { registrationLimit: 1 } })
  await send(app, { ...typed, email: 'first@ejemplo.gt' })
  const answer = await send(app, typed)
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '60'])
  const page = await answer.text()
  expect(page).toContain('Hay muchos registros en este momento. Espera un minuto y vuelve a intentarlo.')
  expect(hiddenIn(page)).toEqual(typed)
  expect(stored(app.db).registrations).toHaveLength(1)
})

test('a form on another site cannot register visitors', async () => {
  const app = await createTestApp()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://evil.gt' }
  const body = new URLSearchParams(typed).toString()
  expect((await call(app, 'POST /api/registrations', { body, headers })).status).toBe(403)
  expect(stored(app.db).registrations).toEqual([])
})
