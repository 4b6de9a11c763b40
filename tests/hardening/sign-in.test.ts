import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { admin, type Product } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { openDatabase, send } from './client.ts'

const product = await sharedProduct()
const proxied = await sharedProduct({ TRUST_PROXY: '1' })
const [db, proxiedDb] = [openDatabase(product), openDatabase(proxied)]

/** `npm run test:full -- hardening` measures more precisely, and needs an otherwise idle machine. */
const [rounds, tolerance] = isFull ? [200, 0.1] : [30, 0.4]

/** Returns the processor time of all threads of a process, in nanoseconds. A clock would also count other work of the machine. */
function processorTime({ pid }: Product): number {
  const threads = `/proc/${pid()}/task`
  const used = readdirSync(threads).map((id) => Number(readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]))
  return used.reduce((sum, time) => sum + time, 0)
}

const wrong = { email: admin.email, password: 'equivocada' }
const login = (json: object, headers = {}) => send(product, 'POST /api/auth/login', { json, headers })

test('after ten wrong passwords, an IP address is locked, despite changed headers or a restart', async () => {
  const answers = []
  for (let count = 0; count < 20; count++) answers.push(await login(wrong, { 'X-Forwarded-For': `10.0.0.${count}` }))
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])
  for (const { headers } of answers.slice(10)) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
  }
  await product.restart()
  expect((await login(admin)).status).toBe(429)
})

test('a second lockout of an IP address lasts twice as long as the first', async () => {
  // Expires the lockout in the database instead of waiting.
  const passTime = () => db.exec("UPDATE limits SET expire = 1 WHERE key LIKE 'login-address:%'")
  passTime()
  for (let count = 0; count < 10; count++) await login(wrong)
  const again = await login(wrong)
  expect(again.status).toBe(429)
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(29 * 60)
  passTime()
  expect((await login(admin)).status).toBe(200)
})

test('a locked account stays open for the IP address from which its owner once signed in', async () => {
  const from = (address: string, json: object) =>
    send(proxied, 'POST /api/auth/login', { json, headers: { 'X-Forwarded-For': address } })
  expect((await from('10.9.9.9', admin)).status).toBe(200)
  const statuses = []
  for (let count = 0; count < 51; count++) statuses.push((await from(`10.0.0.${count}`, wrong)).status)
  expect(statuses.indexOf(429)).toBe(50)
  expect((await from('10.0.0.99', admin)).status).toBe(429)
  expect((await from('10.9.9.9', admin)).status).toBe(200)
})

test.skipIf(!existsSync('/proc') || !isFull)(
  'sign-ins to unknown and known accounts get equal answers and cost equal work',
  async () => {
    const unknown = { email: 'nadie@ejemplo.gt', password: 'equivocada' }
    const work: Record<'known' | 'unknown' | 'unhashed', number[]> = { known: [], unknown: [], unhashed: [] }
    const bodies = new Set<string>()
    async function measure(kind: keyof typeof work, json: object): Promise<void> {
      const start = processorTime(proxied)
      const { status, body } = await send(proxied, 'POST /api/auth/login', { json })
      work[kind].push(processorTime(proxied) - start)
      if (kind !== 'unhashed') bodies.add(`${status} ${body}`)
    }
    for (let round = 0; round < rounds; round++) {
      proxiedDb.exec('DELETE FROM limits')
      // The control: a request that is refused without hashing takes clearly less time.
      await measure('unhashed', { email: 'nadie' })
      // Alternates the order, so that no kind is always first.
      const pair = [() => measure('known', wrong), () => measure('unknown', unknown)]
      for (const one of round % 2 ? pair : pair.toReversed()) await one()
    }
    const quartile = (kind: keyof typeof work) => work[kind].toSorted((a, b) => a - b)[Math.floor(work[kind].length / 4)] ?? 0
    expect([...bodies]).toEqual(['401 {"error":"Email o contraseña incorrectos"}'])
    expect(Math.abs(quartile('unknown') / quartile('known') - 1)).toBeLessThan(tolerance)
    expect(quartile('unhashed') / quartile('known')).toBeLessThan(0.5)
  },
)

test('stores passwords as Argon2id with 19 MiB and two passes', async () => {
  const hash = db.prepare('SELECT passwordHash FROM users').pluck().get()
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test.runIf(isFull)('answers other calls during a burst of 400 sign-ins', async () => {
  const sent = isFull ? 400 : 200
  const burst = Array.from({ length: sent }, (_, count) => login({ ...wrong, email: `nadie${count}@ejemplo.gt` }))
  const meanwhile = await send(product, 'GET /api/live')
  const answers = await Promise.all(burst)
  expect(meanwhile.status).toBe(200)
  const kinds = answers.map(({ status, headers }) => `${status}, again in ${headers['retry-after'] ?? '–'} s`)
  expect([...new Set(kinds)].sort()).toEqual(['401, again in – s', '503, again in 5 s'])
})

test('a sign-in creates a new session token and ends the browser’s previous session', async () => {
  const token = 'x'.repeat(43)
  const planted = { Cookie: `session=${token}`, Origin: product.origin }
  const fresh = await login(admin, planted)
  expect(fresh.headers['set-cookie']?.[0]).not.toContain(token)
  expect((await send(product, 'GET /api/users', { headers: planted })).status).toBe(401)
  const first = await openSession(product)
  await login(admin, first)
  expect((await send(product, 'GET /api/users', { headers: first })).status).toBe(401)
})
