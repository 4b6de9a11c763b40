import { describe, expect, test } from 'vitest'
import { maxImportFileBytes } from '../../data/import/source.ts'
import { stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import type { Network } from './guarded-fetch.ts'
import { isPublicAddress } from './public-addresses.ts'
import { frab, openssl, serveAs } from './testing.ts'

const mostWork = 1_000

async function open(network: Network, role: 'admin' | 'user' = 'admin') {
  const app = await createTestApp({ network })
  const cookie = await signIn(app, role)
  return { app, read: (url: string) => call(app, 'POST /api/import/address', { cookie, json: { url } }) }
}

const privately: Network = {
  isPublic: isPublicAddress,
  resolve: (_, told) => told(null, [{ address: '10.0.0.1', family: 4 }]),
}

test.each([
  ['http://pretalx.com/schedule.json', 'https://'],
  ['ftp://pretalx.com/schedule.json', 'https://'],
  ['pretalx.com/schedule.json', 'https://'],
  ['https://ana:clave@pretalx.com/', 'usuario'],
  ['https://127.0.0.1/schedule.json', 'red privada'],
  ['https://[::1]/schedule.json', 'red privada'],
  ['https://169.254.169.254/latest/meta-data', 'red privada'],
  ['https://interno.gt/schedule.json', 'red privada'],
])('rejects importing from the URL %s without using much processor time', async (url, reason) => {
  const { app, read } = await open(privately)
  const before = stored(app.db)
  const began = process.cpuUsage()
  const answer = await read(url)
  const { user, system } = process.cpuUsage(began)
  const { error, fields } = await answer.json()
  expect([answer.status, fields]).toEqual([422, { url: error }])
  expect(error).toContain(reason)
  expect(stored(app.db)).toEqual(before)
  expect((user + system) / 1000).toBeLessThan(mostWork)
})

test('rejects an import from localhost after looking up its IP address', async () => {
  const app = await createTestApp()
  const answer = await call(app, 'POST /api/import/address', { cookie: await signIn(app), json: { url: 'https://localhost/' } })
  expect([answer.status, (await answer.json()).error]).toEqual([422, 'La dirección lleva a una red privada.'])
})

test('only administrators can make the server fetch a URL', async () => {
  const { read } = await open(privately, 'user')
  expect((await read('https://pretalx.com/')).status).toBe(403)
})

test('limits how many URLs an administrator can try to import', async () => {
  const { read } = await open(privately)
  const statuses: number[] = []
  for (let tries = 0; tries < 20; tries++) statuses.push((await read('https://interno.gt/')).status)
  expect(new Set(statuses)).toEqual(new Set([422]))
  const answer = await read('https://interno.gt/')
  expect([answer.status, Number(answer.headers.get('Retry-After'))]).toEqual([429, expect.toSatisfy((wait) => wait > 500)])
})

describe.skipIf(!openssl)('importing from a server of the public internet', () => {
  test('imports a programme from a URL, also after a redirect', async () => {
    const { network, address } = await serveAs('pretalx.gt', (request, response) =>
      request.url === '/export' ? response.writeHead(302, { Location: '/schedule.xml' }).end() : response.end(frab()),
    )
    const { app, read } = await open(network)
    const answer = await read(` ${address}/export `)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/octet-stream'])
    const data = await answer.text()
    expect(data).toBe(frab())
    const preview = await call(app, 'POST /api/import/preview', {
      cookie: await signIn(app, 'user'),
      json: { source: 'frab', data },
    })
    expect((await preview.json()).rows).toHaveLength(7)
  })

  test.each([
    ['another host in a private network', 'https://otra.gt/', 'red privada'],
    ['a private IP address', 'https://10.0.0.1/', 'red privada'],
    ['http', 'http://pretalx.gt/', 'https://'],
    ['itself', '/', 'demasiadas veces'],
  ])('rejects an import from a URL that redirects to %s', async (_, location, reason) => {
    const { network, address } = await serveAs('pretalx.gt', (_, response) =>
      response.writeHead(302, { Location: location }).end(),
    )
    const { app, read } = await open(network)
    const before = stored(app.db)
    const began = process.cpuUsage()
    const answer = await read(`${address}/`)
    const { user, system } = process.cpuUsage(began)
    expect([answer.status, (await answer.json()).error]).toEqual([422, expect.stringContaining(reason)])
    expect(stored(app.db)).toEqual(before)
    expect((user + system) / 1000).toBeLessThan(mostWork)
  })

  test('reports a file at a URL that is missing or too large to import', async () => {
    const { network, address } = await serveAs('pretalx.gt', (request, response) =>
      request.url === '/grande' ? response.end(Buffer.alloc(maxImportFileBytes + 1)) : response.writeHead(404).end(),
    )
    const { read } = await open(network)
    const errors = [await read(`${address}/grande`), await read(`${address}/`)].map(async (answer) => (await answer.json()).error)
    expect(await Promise.all(errors)).toEqual(['El archivo pesa más de 6 MB.', 'La dirección respondió 404.'])
  })

  test('a user deactivated during an import from a URL imports nothing', async () => {
    let answerIt = () => {}
    const asked = Promise.withResolvers<void>()
    const { network, address } = await serveAs('pretalx.gt', (_, response) => {
      answerIt = () => response.end('secreto')
      asked.resolve()
    })
    const { app, read } = await open(network)
    const first = read(address)
    await asked.promise
    const second = await read(address)
    expect([second.status, second.headers.get('Retry-After')]).toEqual([429, '5'])
    app.db.prepare('UPDATE users SET isActive = 0').run()
    answerIt()
    expect((await first).status).toBe(401)
  })
})
