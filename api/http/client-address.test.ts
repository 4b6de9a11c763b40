import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

async function addressOf(forwarded: string | null, trustProxy: number, socketAddress?: string): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(clientAddress(c, { trustProxy })))
  const socket = { remoteAddress: socketAddress, remotePort: 1, remoteFamily: 'IPv4' }
  const headers: HeadersInit = forwarded === null ? {} : { 'X-Forwarded-For': forwarded }
  return (await app.request('/', { headers }, socketAddress ? { incoming: { socket } } : {})).text()
}

test.each([
  ['X-Forwarded-For is ignored if no proxy is trusted', '1.1.1.1', 0, '9.9.9.9'],
  ['behind a proxy, the entry of that proxy counts', '1.1.1.1', 1, '1.1.1.1'],
  ['entries left of the entry of the proxy are ignored, because visitors write them', '6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
  ['behind two proxies, the entry of the outer proxy counts', '6.6.6.6, 1.1.1.1, 2.2.2.2', 2, '1.1.1.1'],
  ['a header with fewer entries than proxies is ignored', '1.1.1.1', 2, '9.9.9.9'],
  ['without the header, the address of the connection counts', null, 1, '9.9.9.9'],
])('the IP address of a visitor: %s', async (_, forwarded, trustProxy, address) => {
  expect(await addressOf(forwarded, trustProxy, '9.9.9.9')).toBe(address)
})

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:a01:203', '10.1.2.3'],
  ['0:0:0:0:0:FFFF:0a01:0203', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nobody', '9.9.9.9'],
  ['10.1.2.3:80', '9.9.9.9'],
  ['x'.repeat(10_000), '9.9.9.9'],
])('the IP address %s counts as %s, because an IPv6 network of 64 bits is one visitor', async (noted, counted) => {
  expect(await addressOf(noted, 1, '9.9.9.9')).toBe(counted)
  if (counted !== '9.9.9.9') expect(await addressOf(null, 0, noted)).toBe(counted)
})

test('a request that the server sends to itself has the word local as its IP address', async () => {
  expect(await addressOf('1.1.1.1', 0)).toBe('local')
})
