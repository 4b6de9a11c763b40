import { describe, expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { openSession } from '../support/session.ts'
import { type Answer, openDatabase, send, sendRaw } from './client.ts'

const product = await sharedProduct()
const db = openDatabase(product)
const session = await openSession(product)
const pid = product.pid()

const registration = { name: 'José', email: 'jose@ejemplo.gt' }
const json = { 'Content-Type': 'application/json' }

async function expectAlive() {
  expect([(await send(product, 'GET /api/live')).status, product.pid()]).toEqual([200, pid])
}

/** Returns the path of a person's registration page. */
async function ownPath(): Promise<string> {
  const [{ id }] = JSON.parse((await send(product, 'GET /api/registrations', { headers: session })).body)
  const { body } = await send(product, `GET /api/registrations/${id}/link`, { headers: session })
  return new URL(JSON.parse(body).url).pathname
}

/** Expects that the answer reveals nothing about the product's code. */
function expectNothingTold({ body, headers }: Pick<Answer, 'body' | 'headers'>) {
  expect(body).not.toMatch(/node_modules|\.ts\b|at \w+ \(|SQLITE|no such table|Error:|zod|hono/i)
  expect(Object.keys(headers)).not.toContain('x-powered-by')
}

describe('wrong requests and errors of the server', () => {
  const bodies: [string, string, number][] = [
    ['half an object', '{"name":', 400],
    ['a text that is not JSON', 'name=José', 400],
    ['an empty text', '', 400],
    ['null', 'null', 422],
    ['a list', '[]', 422],
    ['a text', '"José"', 422],
    ['an object with the field __proto__', '{"name":"José","email":"a@ejemplo.gt","__proto__":{"isConfirmed":true}}', 422],
    [
      'an object with the field constructor',
      '{"name":"José","email":"a@ejemplo.gt","constructor":{"prototype":{"isConfirmed":true}}}',
      422,
    ],
    ['an object in place of a text', '{"name":{"toString":1},"email":["a@ejemplo.gt"]}', 422],
    ['an infinite number', '{"name":1e999,"email":-0}', 422],
    ['lists in lists in lists', '['.repeat(8000) + ']'.repeat(8000), 422],
    ['half of a surrogate pair', '{"name":"\\ud800","email":"\\ud800@ejemplo.gt"}', 422],
    ['bytes that are not UTF-8', '{"name":"\xff\xfe","email":"x"}', 422],
  ]

  test.each(bodies)('a body of %s gets an error message, and the server keeps running', async (_, body, status) => {
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
    ['a malformed Host', 'GET / HTTP/1.1\r\nHost: a b<c>\r\nConnection: close\r\n\r\n'],
    ['the whole URL of another site', 'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
    ['a path without a slash', 'GET conference.db HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a NUL in the path', 'GET /\0 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['an unknown method', 'STEAL / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a header of 100 KB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    [
      'both Content-Length and Transfer-Encoding',
      'POST /api/registrations HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['bytes that are not HTTP', 'hello\r\n\r\n'],
  ])('a request with %s is rejected or ignored, and the server keeps running', async (_, bytes) => {
    const answer = await sendRaw(product, bytes)
    const [statusLine = ''] = answer.split('\r\n', 1)
    expect(statusLine).toMatch(/^HTTP\/1\.1 (200|4\d\d) /)
    expect(answer.includes('evil.example')).toBe(false)
    if (!statusLine.includes('200')) expectNothingTold({ body: answer.slice(0, 2000), headers: {} })
    await expectAlive()
  })

  test.each([
    ['without its boundary', 'multipart/form-data', 'name=José'],
    ['with an empty body', 'multipart/form-data; boundary=x', ''],
    ['whose body is not multipart', 'multipart/form-data; boundary=x', 'name=José'],
    [
      'that ends in the middle',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nJo',
    ],
  ])('answers a multipart form %s with 415 in every call that accepts forms', async (_, type, body) => {
    await send(product, 'POST /api/registrations', { json: { ...registration, email: 'ana@ejemplo.gt' } })
    const rows = () => db.prepare('SELECT * FROM registrations').all()
    const [before, path] = [rows(), await ownPath()]
    for (const line of [`POST ${path}`, `POST ${path}/recordatorios`, 'POST /api/mails/preview', 'POST /api/registrations']) {
      const headers = { ...session, 'Content-Type': type }
      const answer = await send(product, line, { headers, body })
      expect([line, answer.status]).toEqual([line, 415])
      expectNothingTold(answer)
    }
    expect(rows()).toEqual(before)
  })

  test('positive control: a complete multipart form is accepted', async () => {
    await send(product, 'POST /api/registrations', { json: { ...registration, email: 'ana@ejemplo.gt' } })
    const form = (fields: Record<string, string>) => {
      const parts = Object.entries(fields).map(
        ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      return { headers: { ...session, 'Content-Type': 'multipart/form-data; boundary=x' }, body: `${parts.join('')}--x--\r\n` }
    }
    const path = await ownPath()
    const oneClick = form({ 'List-Unsubscribe': 'One-Click' })
    expect((await send(product, `POST ${path}`, form({ name: 'Ana' }))).status).toBe(303)
    expect((await send(product, `POST ${path}/recordatorios`, oneClick)).body).toBe('No recibirás más recordatorios ni mensajes.')
    const texts = form({ kind: 'confirmation', subject: 'Hola', body: 'Hola' })
    expect((await send(product, 'POST /api/mails/preview', texts)).status).toBe(200)
  })

  test('serves the page and answers registrations with 503 while the database is locked', async () => {
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

  test("the response to an unexpected error contains only the request's id", async () => {
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
