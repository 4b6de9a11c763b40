import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress, createRegistrationLimiter } from './limits.ts'

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
