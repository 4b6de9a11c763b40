import { expect, test } from 'vitest'
import { call, createTestApp, signIn } from './testing.ts'

const secured = {
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

test.each(['GET /', 'GET /unknown', 'GET /api/hero', 'GET /api/users', 'GET /api/unknown'] as const)(
  'the response to %s has all security headers',
  async (request) => {
    const { headers } = await call(await createTestApp({ isPublished: true }), request)
    expect(Object.fromEntries(Object.keys(secured).map((name) => [name, headers.get(name)]))).toEqual(secured)
  },
)

test.each([
  ['https://conferencia.gt', 'max-age=63072000'],
  ['http://localhost:3000', null],
])('on %s sends the Strict-Transport-Security header %s', async (publicOrigin, expected) => {
  const app = await createTestApp({ config: { publicOrigin } })
  expect((await call(app, 'GET /')).headers.get('Strict-Transport-Security')).toBe(expected)
})

test('the content policy of API responses forbids scripts and framing', async () => {
  const { headers } = await call(await createTestApp(), 'GET /api/hero')
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('an unknown call is answered with 404 as JSON', async () => {
  const app = await createTestApp()
  const answer = await call(app, 'GET /api/unknown', { cookie: await signIn(app) })
  expect([answer.status, await answer.json()]).toEqual([404, { error: 'No se encontró lo que buscas.' }])
})

test('each response has its own request id in X-Request-Id', async () => {
  const app = await createTestApp()
  const numbers = [await call(app, 'GET /api/live'), await call(app, 'GET /api/live')].map(({ headers }) =>
    headers.get('X-Request-Id'),
  )
  expect(new Set(numbers).size).toBe(2)
})
