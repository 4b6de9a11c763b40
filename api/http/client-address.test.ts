import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

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
