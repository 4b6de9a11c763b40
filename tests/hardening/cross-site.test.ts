import { describe, expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { admin } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { send } from './client.ts'

const publicOrigin = 'https://conferencia.gt'
const product = await sharedProduct({ PUBLIC_ORIGIN: publicOrigin })
const { Cookie } = await openSession(product)

/** Headers by which a browser names the origin of a write, with the expected status with a session and of a sign-in. */
const table: [string, Record<string, string>, signedIn: number, signIn: number][] = [
  ['our own page', { 'Sec-Fetch-Site': 'same-origin', Origin: publicOrigin }, 200, 200],
  ['the address bar', { 'Sec-Fetch-Site': 'none' }, 200, 200],
  ['our own page in a browser without Sec-Fetch-Site', { Origin: publicOrigin }, 200, 200],
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.gt' }, 403, 403],
  ['another site that claims our Origin', { 'Sec-Fetch-Site': 'cross-site', Origin: publicOrigin }, 403, 403],
  ['a sibling subdomain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://blog.conferencia.gt' }, 403, 403],
  ['a sibling subdomain in an older browser', { Origin: 'https://blog.conferencia.gt' }, 403, 403],
  ['a sandboxed frame', { Origin: 'null' }, 403, 403],
  ['our host without encryption', { Origin: 'http://conferencia.gt' }, 403, 403],
  ['our host on another port', { Origin: 'https://conferencia.gt:8443' }, 403, 403],
  ['a host that begins like ours', { Origin: 'https://conferencia.gt.evil.gt' }, 403, 403],
  ['a program that sends none of these headers', {}, 403, 200],
]

describe('the origin of a write', () => {
  test.each(table)(
    'sent from %s (headers %o), a save gets the status %i and a sign-in gets %i',
    async (_, headers, signedIn, signIn) => {
      const save = await send(product, 'PUT /api/hero', { headers: { ...headers, Cookie }, json: { subtitle: 'Otro' } })
      expect(save.status).toBe(signedIn)
      const login = await send(product, 'POST /api/auth/login', { headers, json: admin })
      expect([login.status, 'set-cookie' in login.headers]).toEqual([signIn, signIn === 200])
    },
  )
})

const forms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']

test.each(forms)('refuses JSON with the content type %j, which forms on other sites can send', async (type) => {
  const body = JSON.stringify({ subtitle: 'Otro' })
  const headers = { Cookie, Origin: publicOrigin, ...(type && { 'Content-Type': type }) }
  expect((await send(product, 'PUT /api/hero', { headers, body })).status).toBe(415)
  expect(
    (await send(product, 'POST /api/auth/login', { headers: { 'Content-Type': type }, body: JSON.stringify(admin) })).status,
  ).toBe(415)
})

test('no response has a CORS header', async () => {
  const headers = { Cookie, Origin: 'https://evil.gt', 'Access-Control-Request-Method': 'PUT' }
  for (const line of ['GET /api/users', 'OPTIONS /api/hero', 'GET /']) {
    const answer = await send(product, line, { headers })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})
