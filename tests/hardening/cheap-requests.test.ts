import { afterAll, describe, expect, test } from 'vitest'
import { loginSchema } from '../../data/accounts/schema.ts'
import { registrationSchema } from '../../data/registrations/schema.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { createMeter } from '../support/meter.ts'
import { type Content, send } from './client.ts'

/** What one request may take of the event loop: while it is worked on nobody else is served. In milliseconds. */
const bound = 20

const { env, used, remove } = createMeter()
afterAll(remove)
const product = await sharedProduct({ ...env, TRUST_PROXY: '1' })
const target = { origin: product.processOrigin }

/**
 * What a request costs, in milliseconds: the least of a few tries, for the first compiles what has not run yet, and now and
 * then one pays for collecting the memory of others.
 */
async function cost(line: string, content: Content): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 6 && least > bound; tries++) {
    const before = await used()
    // What the server refuses by closing the connection has cost something too.
    await send(target, line, content).catch(() => {})
    least = Math.min(least, (await used()) - before)
  }
  return least
}

/** Texts of a length on which patterns, decoders and parsers have been slow somewhere. */
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
/** All shapes; in `npm test` a sixth of them, of each field another sixth than of the one before. */
function shapesInTurn() {
  turn += 1
  return Object.entries(shapes).filter((_, index) => isFull || index % 6 === turn % 6)
}

/** Those that cost too much, by what they are; nothing is the right answer. */
async function tooDear(kind: string, requestOf: (shape: (length: number) => string) => [line: string, content: Content]) {
  const dear: Record<string, number> = {}
  for (const [name, shape] of shapesInTurn()) {
    const milliseconds = await cost(...requestOf(shape))
    if (milliseconds > bound) dear[`${kind}: ${name}`] = Math.round(milliseconds)
  }
  return dear
}

/** Node takes 16 KB of headers, the request line included; the rest is for those that every request has. */
const headerLength = 15_500
const registration = { name: 'José', email: 'jose@ejemplo.gt' }

// The control: a request that does cost something is seen to. Without it a meter that always says nothing would pass.
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
  ])('a long header %s takes little processor time in the requests %j', async (name, lines) => {
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
  ])('JSON for %s with a long field %s takes little processor time', async (path, field) => {
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
