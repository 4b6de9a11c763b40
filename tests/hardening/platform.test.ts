import { describe, expect, test } from 'vitest'
import { admin } from '../product.ts'
import { sharedProduct } from '../shared.ts'
import { type Answer, openDatabase, send, sendRaw, signInAs } from './client.ts'

const product = await sharedProduct()
const secure = await sharedProduct({ PUBLIC_ORIGIN: 'https://conferencia.gt', TRUST_PROXY: '1' })
const db = openDatabase(product)
const session = await signInAs(product, admin)
const pid = product.pid()

const registration = { name: 'José', email: 'jose@ejemplo.gt' }
const json = { 'Content-Type': 'application/json' }

async function expectAlive() {
  expect([(await send(product, 'GET /api/live')).status, product.pid()]).toEqual([200, pid])
}

/** An error answer tells what went wrong in a sentence, and nothing of how the product is made. */
function expectNothingTold({ body, headers }: Pick<Answer, 'body' | 'headers'>) {
  expect(body).not.toMatch(/node_modules|\.ts\b|at \w+ \(|SQLITE|no such table|Error:|zod|hono/i)
  expect(Object.keys(headers)).not.toContain('x-powered-by')
}

describe('headers', () => {
  const pages = ['/', '/login', '/admin', '/no-existe', '/api/hero', '/api/users', '/favicon.svg', '/robots.txt']

  test.each(pages)('%s says what browsers may not do with it', async (path) => {
    const { headers } = await send(secure, `GET ${path}`)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'strict-transport-security': 'max-age=63072000',
    })
    const plain = await send(product, `GET ${path}`)
    expect(plain.headers['strict-transport-security']).toBeUndefined()
  })

  test.each(['/', '/login', '/admin', '/no-existe', '/api/hero', '/api/no-existe'])(
    '%s runs no script but those it names, and none that somebody slips into it',
    async (path) => {
      const policy = String((await send(product, `GET ${path}`)).headers['content-security-policy'])
      const directives = new Map(policy.split(';').map((text) => text.trim().split(/\s+(.*)/s, 2) as [string, string]))
      // What is not named falls back to it: objects, frames, workers.
      expect(directives.get('default-src')).toBe("'none'")
      expect(directives.get('frame-ancestors')).toBe("'none'")
      expect(directives.get('script-src') ?? '').not.toMatch(/unsafe|\*|https?:|data:/)
      for (const open of ['object-src', 'frame-src', 'worker-src']) expect(directives.get(open) ?? "'none'").toBe("'none'")
      if (!path.startsWith('/api')) expect(directives.get('base-uri')).toBe("'none'")
    },
  )
})

test('what a request says of the host is repeated nowhere', async () => {
  const headers = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Server': 'evil.example',
    'X-Original-URL': '/evil.example',
    Forwarded: 'host=evil.example',
  }
  const paths = [
    '/',
    '/login',
    '/no-existe',
    '/robots.txt',
    '/sitemap.xml',
    '/evento.ics',
    '/agenda.ics',
    '/api/hero',
    '/api/no-existe',
  ]
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const server of [product, secure]) {
    const answers = await Promise.all(paths.map((path) => send(server, `GET ${path}`, { headers })))
    answers.push(
      await send(server, 'POST /api/registrations', { headers: { ...headers, ...form }, body: 'name=José&email=a@ejemplo.gt' }),
    )
    expect(answers.filter((answer) => JSON.stringify(answer).includes('evil.example'))).toEqual([])
    // The control: they are whole answers, with addresses of the site's own in them.
    expect(answers[4]?.body).toContain(server === secure ? 'https://conferencia.gt/' : `${server.origin}/`)
    expect(answers.at(-1)?.headers.location).toBe('/#registro-exitoso')
  }
})

describe('errors', () => {
  const bodies: [string, string, number][] = [
    ['half an object', '{"name":', 400],
    ['no JSON', 'name=José', 400],
    ['nothing', '', 400],
    ['null', 'null', 422],
    ['a list', '[]', 422],
    ['a text', '"José"', 422],
    ['__proto__', '{"name":"José","email":"a@ejemplo.gt","__proto__":{"isConfirmed":true}}', 422],
    ['constructor', '{"name":"José","email":"a@ejemplo.gt","constructor":{"prototype":{"isConfirmed":true}}}', 422],
    ['a text that is no text', '{"name":{"toString":1},"email":["a@ejemplo.gt"]}', 422],
    ['a number without end', '{"name":1e999,"email":-0}', 422],
    ['lists in lists in lists', '['.repeat(8000) + ']'.repeat(8000), 422],
    ['half a character', '{"name":"\\ud800","email":"\\ud800@ejemplo.gt"}', 422],
    ['bytes that are no UTF-8', '{"name":"\xff\xfe","email":"x"}', 422],
  ]

  test.each(bodies)('%s as a body is refused in words, and the process goes on', async (_, body, status) => {
    const before = db.prepare('SELECT count(*) FROM registrations').pluck().get()
    const answer = await send(product, 'POST /api/registrations', { headers: json, body: Buffer.from(body, 'latin1') })
    expect([answer.status, Object.keys(JSON.parse(answer.body))]).toEqual([status, expect.arrayContaining(['error'])])
    expectNothingTold(answer)
    expect(db.prepare('SELECT count(*) FROM registrations').pluck().get()).toBe(before)
    await expectAlive()
  })

  test.each([
    ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b<c>\r\nConnection: close\r\n\r\n'],
    ['an address of another site', 'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
    ['a path without a slash', 'GET conference.db HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a NUL in the path', 'GET /\0 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a method that nobody knows', 'STEAL / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a header of 100 KB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    [
      'two lengths',
      'POST /api/registrations HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no HTTP', 'hello\r\n\r\n'],
  ])('%s is refused or ignored, and the process goes on', async (_, bytes) => {
    const answer = await sendRaw(product, bytes)
    const [statusLine = ''] = answer.split('\r\n', 1)
    expect(statusLine).toMatch(/^HTTP\/1\.1 (200|4\d\d) /)
    expect(answer.includes('evil.example')).toBe(false)
    if (!statusLine.includes('200')) expectNothingTold({ body: answer.slice(0, 2000), headers: {} })
    await expectAlive()
  })

  test('a locked database is told as such, with when to come again, and visitors read on', async () => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const answer = await send(product, 'POST /api/registrations', { json: registration })
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
      expectNothingTold(answer)
      expect((await send(product, 'GET /')).status).toBe(200)
    } finally {
      db.exec('ROLLBACK')
    }
    expect((await send(product, 'POST /api/registrations', { json: registration })).status).toBe(201)
  })

  test('a defect is answered with a number to look for in the log, and nothing else', async () => {
    db.exec('ALTER TABLE registrations RENAME TO elsewhere')
    try {
      const answer = await send(product, 'GET /api/registrations', { headers: session })
      expect([answer.status, Object.keys(JSON.parse(answer.body))]).toEqual([500, ['error', 'requestId']])
      expectNothingTold(answer)
    } finally {
      db.exec('ALTER TABLE elsewhere RENAME TO registrations')
    }
    expect((await send(product, 'GET /api/registrations', { headers: session })).status).toBe(200)
    await expectAlive()
  })
})

describe('sizes', () => {
  const small = ['POST /api/auth/login', 'POST /api/registrations', 'POST /api/users', 'PUT /api/users/1', 'POST /api/upload/url']

  test.each([
    ...small.map((line) => [line, 16] as const),
    ['PUT /api/hero', 1024] as const,
    ['POST /api/speakers', 1024] as const,
  ])('%s takes no body of more than %i KB, whether it says its length or not', async (line, kilobytes) => {
    const body = JSON.stringify({ name: 'x'.repeat(kilobytes * 1024) })
    for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }] as Record<string, string>[]) {
      // A connection of its own: the server ends the one on which it was sent too much.
      const answer = await send(product, line, { headers: { ...session, ...json, ...headers, Connection: 'close' }, body })
      expect([answer.status, JSON.parse(answer.body)]).toEqual([413, { error: 'El contenido es demasiado grande.' }])
    }
    expect((await send(product, line, { headers: { ...session, ...json }, body: body.slice(0, -20) })).status).toBe(400)
  })
})

describe('paths are looked up in a map, not in the file system', () => {
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
    '/%5c',
    '/%2f',
    '/admin/../../conference.db',
    '/uploads/staging',
    '/www/index.html',
  ]

  test.each(paths)('%s is not found', async (path) => {
    const { status, body } = await send(product, `GET ${path}`)
    // Below /api whoever is not signed in learns nothing, not even that there is nothing.
    expect([404, path.startsWith('/api') ? 401 : 404]).toContain(status)
    expect(body).not.toMatch(/SQLite format|root:x:/)
  })
})
