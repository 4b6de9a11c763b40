import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '../data/db.ts'
import { clientAddress, createLoginLimiter, createRegistrationLimiter } from './limits.ts'

function memoryDb() {
  const db = openDb(':memory:')
  onTestFinished(() => void db.close())
  return db
}

const hour = 60 * 60

test('an account can be tried 10 times from one address and 50 times from all, so that many addresses help little', async () => {
  const limiter = createLoginLimiter(memoryDb())
  const waits: number[] = []
  for (let count = 0; count < 50; count++) waits.push(await limiter.attempt('ana', `10.0.0.${count % 5}`))
  expect(waits).toEqual(Array(50).fill(0))
  expect(await limiter.attempt('ana', '10.0.0.0')).toBeGreaterThan(0)
  expect(await limiter.attempt('ana', '10.0.0.9')).toBeGreaterThan(hour - 60)
  expect(await limiter.attempt('luis', '10.0.0.0')).toBe(0)
})

test('what is refused for one address does not count against the account, so that one address cannot lock its owner out', async () => {
  const limiter = createLoginLimiter(memoryDb())
  for (let count = 0; count < 60; count++) await limiter.attempt('ana', '10.0.0.1')
  expect(await limiter.attempt('ana', '10.0.0.2')).toBe(0)
})

test('a restart gives an attacker no new start', async () => {
  const db = memoryDb()
  for (let count = 0; count < 10; count++) await createLoginLimiter(db).attempt('ana', '10.0.0.1')
  expect(await createLoginLimiter(db).attempt('ana', '10.0.0.1')).toBeGreaterThan(0)
})

test('the right password forgives the wrong ones before it', async () => {
  const limiter = createLoginLimiter(memoryDb())
  for (let count = 0; count < 10; count++) await limiter.attempt('ana', '10.0.0.1')
  await limiter.succeeded('ana', '10.0.0.1')
  expect(await limiter.attempt('ana', '10.0.0.1')).toBe(0)
})

test('registrations are limited for each address, and for all at ten times that', async () => {
  const limiter = createRegistrationLimiter(2)
  const attempts = async (address: string) => [await limiter.attempt(address), await limiter.attempt(address)]
  expect(await attempts('10.0.0.1')).toEqual([0, 0])
  expect(await limiter.attempt('10.0.0.1')).toBe(60)
  for (let count = 2; count <= 10; count++) expect(await attempts(`10.0.0.${count}`)).toEqual([0, 0])
  expect(await limiter.attempt('10.0.0.11')).toBe(60)
})

test('a registration limit of 0 is no limit, for load tests', async () => {
  const limiter = createRegistrationLimiter(0)
  for (let count = 0; count < 1000; count++) expect(await limiter.attempt('10.0.0.1')).toBe(0)
})

/** The address that a request with this X-Forwarded-For is taken to come from. */
async function addressOf(forwarded: string | null, trustProxy: number, socketAddress?: string): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(clientAddress(c, { trustProxy })))
  const socket = { remoteAddress: socketAddress, remotePort: 1, remoteFamily: 'IPv4' }
  const headers: HeadersInit = forwarded === null ? {} : { 'X-Forwarded-For': forwarded }
  return (await app.request('/', { headers }, socketAddress ? { incoming: { socket } } : {})).text()
}

test.each([
  ['without a proxy the header is what the visitor wrote, and ignored', '1.1.1.1', 0, '9.9.9.9'],
  ['behind a proxy its own note counts', '1.1.1.1', 1, '1.1.1.1'],
  ['what stands left of it the visitor wrote', '6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
  ['behind two proxies the note of the outer one counts', '6.6.6.6, 1.1.1.1, 2.2.2.2', 2, '1.1.1.1'],
  ['fewer notes than proxies mean that the request came past them', '1.1.1.1', 2, '9.9.9.9'],
  ['no header means no proxy', null, 1, '9.9.9.9'],
])('the address of a visitor: %s', async (_, forwarded, trustProxy, address) => {
  expect(await addressOf(forwarded, trustProxy, '9.9.9.9')).toBe(address)
})

test('a request made inside the process has no address', async () => {
  expect(await addressOf('1.1.1.1', 0)).toBe('local')
})
