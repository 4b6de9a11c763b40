import { afterAll, describe, expect, test } from 'vitest'
import { loginSchema } from '../../data/accounts/schema.ts'
import { registrationSchema } from '../../data/registrations/schema.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { createMeter } from '../support/meter.ts'
import { type Content, send } from './client.ts'

/** Milliseconds of the event loop that one request may take. Other visitors wait during that time. */
const bound = 20

const { env, used, remove } = createMeter()
afterAll(remove)
const product = await sharedProduct({ ...env, TRUST_PROXY: '1' })
const target = { origin: product.processOrigin }

/**
 * Returns the cost of a request in milliseconds. It is the minimum of several tries, because the first try compiles code and any
 * try may collect garbage.
 */
async function cost(line: string, content: Content): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 6 && least > bound; tries++) {
    const before = await used()
    // A request that the server ends with a closed connection has a cost too.
    await send(target, line, content).catch(() => {})
    least = Math.min(least, (await used()) - before)
  }
  return least
}

/** Texts that have been slow for patterns, decoders or parsers. */
const shapes: Record<string, (length: number) => string> = {
  ...Object.fromEntries(
    [...'a0 %,;=&/\\"\'@.-+[{(<:*|'].map((character) => [`only ${character}`, (length: number) => character.repeat(length)]),
  ),
  'letters, and an end that fits nothing': (length) => `${'a'.repeat(length - 1)}!`,
  'digits, and an end that fits nothing': (length) => `${'1'.repeat(length - 1)}!`,
  'blanks between letters': (length) => `a${' '.repeat(length - 2)}a`,
  'tabs between letters': (length) => `a${'\t'.repeat(length - 2)}a`,
  ...Object.fromEntries(
    [
      '%41',
      '%C3',
      'a,',
      ', ',
      'a=b;',
      'a=%;',
      'a&',
      'a=1&',
      'a@',
      'a.',
      'a-',
      '../',
      '<a',
      '"a",',
      'W/"a",',
      '0-1,',
      'br;q=0,',
    ].map((part) => [`${part} again and again`, (length: number) => part.repeat(length).slice(0, length)]),
  ),
}

let turn = 0
/** Returns all shapes in a full run. In `npm test`, each call returns another sixth of the shapes. */
function shapesInTurn() {
  turn += 1
  return Object.entries(shapes).filter((_, index) => isFull || index % 6 === turn % 6)
}

/** Returns the costs above the limit, by shape. An empty result is the expected one. */
async function tooDear(kind: string, requestOf: (shape: (length: number) => string) => [line: string, content: Content]) {
  const dear: Record<string, number> = {}
  for (const [name, shape] of shapesInTurn()) {
    const milliseconds = await cost(...requestOf(shape))
    if (milliseconds > bound) dear[`${kind}: ${name}`] = Math.round(milliseconds)
  }
  return dear
}

/** Node accepts 16 KB of headers, including the request line. The other bytes are for headers that every request has. */
const headerLength = 15_500
const registration = { name: 'José', email: 'jose@ejemplo.gt' }

// This control would fail if the meter always reported zero.
test('positive control: the measured processor time rises with 200 requests', async () => {
  const before = await used()
  for (let count = 0; count < 200; count++) await send(target, 'GET /api/hero')
  expect((await used()) - before).toBeGreaterThan(5)
})

describe('the processor time for long paths, headers and bodies', () => {
  test.each([
    '/',
    '/api/',
    '/api/hero/',
    '/upload/',
    '/public-objects/',
    '/registro/',
    '/api/registrations?',
    '/api/audit?limit=',
    '/upload/x?',
  ])('a long path that begins with %s takes little processor time', async (start) => {
    const path = (shape: (length: number) => string) => shape(headerLength).replace(/[ \t]/g, '+')
    expect(await tooDear(start, (shape) => [`GET ${start}${path(shape)}`, {}])).toEqual({})
  })

  const read = ['GET /', 'GET /api/hero', 'GET /public-objects/1-2.webp']
  const written = ['POST /api/registrations', 'POST /api/auth/logout']
  test.each([
    ...['Accept', 'Accept-Encoding', 'If-None-Match', 'If-Range', 'Range', 'Cookie', 'Origin', 'Sec-Fetch-Site'].map(
      (name) => [name, read] as const,
    ),
    ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Request-Id', 'Authorization', 'Host'].map((name) => [name, read] as const),
    ...['Content-Type', 'Content-Encoding', 'Cookie', 'Origin', 'Idempotency-Key', 'If-Match', 'X-Forwarded-For'].map(
      (name) => [name, written] as const,
    ),
  ])('a long header %s takes little processor time in each of the requests %j', async (name, lines) => {
    for (const line of lines) {
      const json = line.endsWith('logout') ? {} : registration
      const content = line.startsWith('GET') ? {} : { json }
      const value = (shape: (length: number) => string) => (name === 'Cookie' ? 'session=' : '') + shape(headerLength)
      const dear = await tooDear(line, (shape) => [line, { ...content, headers: { [name]: value(shape) } }])
      expect(dear).toEqual({})
    }
  })

  const fields = (schema: { shape: object }) => Object.keys(schema.shape)
  test.each([
    ...fields(registrationSchema).map((field) => ['/api/registrations', field] as const),
    ...fields(loginSchema).map((field) => ['/api/auth/login', field] as const),
    ['/api/registrations', 'unknown'] as const,
  ])('JSON for %s with a very long field %s takes little processor time', async (path, field) => {
    const others = path.endsWith('login') ? { email: 'a@ejemplo.gt', password: 'equivocada' } : registration
    const jsonOf = (shape: (length: number) => string) => ({ ...others, [field]: shape(7_500) })
    expect(await tooDear(field, (shape) => [`POST ${path}`, { json: jsonOf(shape) }])).toEqual({})
  })

  test.each(['name', 'email', 'phone', 'comments', 'reserved', 'unknown'])(
    'a form with a long field %s takes little processor time',
    async (field) => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const bodyOf = (shape: (length: number) => string) => `name=&${field}=${shape(45_000)}`
      expect(await tooDear(field, (shape) => ['POST /api/registrations', { headers, body: bodyOf(shape) }])).toEqual({})
    },
  )

  const many = (count: number, part: (index: number) => string) => Array.from({ length: count }, (_, index) => part(index))
  test.each([
    ['lists in lists', '['.repeat(8_000) + ']'.repeat(8_000)],
    ['objects in objects', '{"a":'.repeat(2_700)],
    ['two thousand unknown fields', `{${many(1_900, (index) => `"a${index}":1`).join(',')}}`],
    ['a thousand numbers', `[${many(3_000, () => '1e99').join(',')}]`],
    ['one long number', '9'.repeat(16_000)],
  ])('a request body of %s takes little processor time', async (_, body) => {
    for (const path of ['/api/registrations', '/api/auth/login', '/api/auth/logout']) {
      expect(await cost(`POST ${path}`, { headers: { 'Content-Type': 'application/json' }, body })).toBeLessThan(bound)
    }
  })

  test('a request with very many headers takes little processor time', async () => {
    const headers = Object.fromEntries(many(1_200, (index) => `X${index}`).map((name) => [name, '1']))
    expect(await cost('GET /api/hero', { headers })).toBeLessThan(bound)
  })
})
