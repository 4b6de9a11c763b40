import { describe, expect, test } from 'vitest'
import { fetchGuarded, type Network, NotFetched } from './guarded-fetch.ts'
import { isPublicAddress } from './public-addresses.ts'
import { openssl, serveAs } from './testing.ts'

const limits = { maxBytes: 1_000, timeoutMs: 10_000 }

test.each([
  ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.31.255.255', '192.168.1.1', '198.18.0.1'],
  ...['224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', 'fe80::1', 'fc00::1', 'fd12::1'],
  ...['ff02::1', '64:ff9b::a00:1', '2002:7f00:1::', '2001:db8::1', 'localhost', ''],
])('%s is not a public address of the internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111'])('%s is a public address of the internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

/** A network that records the requested hosts and resolves all of them to `addresses`. */
const toldOf = (asked: string[], ...addresses: string[]): Network => ({
  isPublic: isPublicAddress,
  resolve: (host, told) => {
    asked.push(host)
    told(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  },
})

test.each([
  ...['http://foto.gt/a.jpg', 'file:///etc/passwd', 'data:image/png;base64,AA', 'https://ana:clave@foto.gt/', 'foto.jpg'],
  ...['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::ffff:10.0.0.1]/'],
])('the URL %s is rejected without looking up its host', async (address) => {
  const asked: string[] = []
  await expect(fetchGuarded(address, limits, toldOf(asked, '1.1.1.1'))).rejects.toThrow(NotFetched)
  expect(asked).toEqual([])
})

test('rejects a host if any of its IP addresses is private', async () => {
  const asked: string[] = []
  await expect(fetchGuarded('https://foto.gt/', limits, toldOf(asked, '1.1.1.1', '10.0.0.1'))).rejects.toThrow('red privada')
  expect(asked).toEqual(['foto.gt'])
})

describe.skipIf(!openssl)('fetching from a server with the certificate of foto.gt', () => {
  test('fetches a small file from another server, directly or after a redirect', async () => {
    const { network, address } = await serveAs('foto.gt', (request, response) =>
      request.url === '/a' ? response.writeHead(302, { Location: '/b' }).end() : response.end('foto'),
    )
    expect((await fetchGuarded(`${address}/a`, limits, network)).toString()).toBe('foto')
  })

  test.each(['https://10.0.0.1/', 'https://otra.gt/', 'http://foto.gt/', '/a'])(
    'does not follow a redirect to %s',
    async (location) => {
      const { network, address } = await serveAs('foto.gt', (_, response) =>
        response.writeHead(302, { Location: location }).end(),
      )
      await expect(fetchGuarded(`${address}/a`, limits, network)).rejects.toThrow(NotFetched)
    },
  )

  test('stops a download that exceeds the limit of bytes or time', async () => {
    const endless = await serveAs('foto.gt', (_, response) => {
      const more = () => response.write('x'.repeat(500), (error) => error ?? setImmediate(more))
      more()
    })
    await expect(fetchGuarded(endless.address, limits, endless.network)).rejects.toThrow('pesa más')
    const silent = await serveAs('foto.gt', () => {})
    await expect(fetchGuarded(silent.address, { ...limits, timeoutMs: 50 }, silent.network)).rejects.toThrow('tardó')
    const unknown = { ...silent.network, resolve: () => {} }
    await expect(fetchGuarded(silent.address, { ...limits, timeoutMs: 50 }, unknown)).rejects.toThrow('tardó')
  })
})
