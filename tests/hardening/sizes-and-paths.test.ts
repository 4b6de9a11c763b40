import { describe, expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { openSession } from '../support/session.ts'
import { send } from './client.ts'

const product = await sharedProduct()
const session = await openSession(product)
const json = { 'Content-Type': 'application/json' }

describe('sizes of request bodies', () => {
  const small = ['POST /api/auth/login', 'POST /api/users', 'PUT /api/users/1', 'POST /api/upload/url']

  test.each([
    ...small.map((line) => [line, 16] as const),
    ['PUT /api/hero', 1024] as const,
    ['POST /api/speakers', 1024] as const,
  ])('%s rejects a body of more than %i KB, with or without a Content-Length', async (line, kilobytes) => {
    const body = JSON.stringify({ name: 'x'.repeat(kilobytes * 1024) })
    for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }] as Record<string, string>[]) {
      // Each request has a connection of its own, because the server closes the connection after too large a body.
      const answer = await send(product, line, { headers: { ...session, ...json, ...headers, Connection: 'close' }, body })
      expect([answer.status, JSON.parse(answer.body)]).toEqual([413, { error: 'El contenido es demasiado grande.' }])
    }
    expect((await send(product, line, { headers: { ...session, ...json }, body: body.slice(0, -20) })).status).toBe(400)
  })
})

describe('paths outside the site', () => {
  const up = ['..', '%2e%2e', '%2E%2E', '.%2e', '..%2f..', '..%5c..', '%252e%252e', '%c0%ae%c0%ae']
  const paths = [
    ...up.flatMap((part) => [
      `/${part}/conference.db`,
      `/public-objects/${part}/conference.db`,
      `/_assets/${part}/${part}/etc/passwd`,
    ]),
    '//',
    '//evil.example/',
    '/conference.db',
    '/../conference.db',
    '/public-objects/',
    '/public-objects/%00',
    '/public-objects/%2e%2e%2f%2e%2e%2fconference.db',
    '/.env',
    '/.git/config',
    '/package.json',
    '/index.html.br',
    '/api/../conference.db',
    '/%00',
    '/index.html%00.png',
    '/%',
    '/%ff',
    '/charlas/%',
    '/charlas/%ff.png',
    '/speakers/%ff',
    '/2025/%ff',
    '/%5c',
    '/%2f',
    '/admin/../../conference.db',
    '/uploads/staging',
    '/www/index.html',
  ]

  test.each(paths)('the path %s leads to no file', async (path) => {
    const { status, body } = await send(product, `GET ${path}`)
    // Below /api, visitors get 401 even if the path does not exist.
    expect([404, path.startsWith('/api') ? 401 : 404]).toContain(status)
    expect(body).not.toMatch(/SQLite format|root:x:/)
  })
})
