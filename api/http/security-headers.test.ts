import { describe, expect, test } from 'vitest'
import { call, createTestApp, signIn } from '../testing.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const tooMuch = 'x'.repeat(2 * 1024 * 1024)

const json = { 'Content-Type': 'application/json' }

describe.each([
  ['POST /api/preview', json, '{"kind":"otro"}'],
  ['POST /api/mails/preview', form, 'kind=otro'],
] as const)('the response to %s in a frame of the panel', (request, headers, wrong) => {
  test.each<[string, number, { isSignedIn: boolean; body?: string; headers?: Record<string, string> }]>([
    ['a user who is not signed in', 401, { isSignedIn: false }],
    ['a request from another site', 403, { isSignedIn: true, headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    ['a body that is too large', 413, { isSignedIn: true, body: tooMuch, headers }],
    ['an invalid body', 422, { isSignedIn: true, body: wrong, headers }],
  ])('the panel may show the error page of %s in a frame', async (_, status, { isSignedIn, ...content }) => {
    const app = await createTestApp()
    const cookie = isSignedIn ? await signIn(app) : undefined
    const answer = await call(app, request, { cookie, ...content })
    expect([answer.status, answer.headers.get('X-Frame-Options')]).toEqual([status, 'SAMEORIGIN'])
    expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'self'")
  })
})

test.each(['GET /api/hero', 'GET /api/mails', 'GET /api/unknown', 'POST /api/mails/test'] as const)(
  'no page may show the response to %s in a frame',
  async (request) => {
    const app = await createTestApp()
    for (const cookie of [undefined, await signIn(app)]) {
      const answer = await call(app, request, { cookie })
      expect(answer.headers.get('X-Frame-Options')).toBe('DENY')
      expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    }
  },
)
