import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askAddress, filesOf, openUpload, video } from '../hardening/uploading.ts'
import { isFull, rounds } from '../support/full.ts'
import { type Product, startProduct } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { report } from './report.ts'
import { readDatabase, register } from './visitors.ts'

async function start(): Promise<Product> {
  const product = await startProduct()
  onTestFinished(product.discard)
  return product
}

/** Sends the beginning of a request. Returns the connection once the server has read it. */
async function beginRequest({ origin }: Product, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), 'localhost').on('error', () => {})
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write(bytes, resolve))
  // The server reads connections in order, so these answers show that it has read the earlier bytes.
  for (let count = 0; count < 3; count++) await (await fetch(`${origin}/api/live`)).text()
  return socket
}

test(
  'stopping the server under load loses no answered registration',
  async () => {
    const product = await start()
    const amount = rounds(1, 20)
    const lost: string[] = []
    for (let round = 0; round < amount; round++) {
      if (round > 0) await product.restart()
      const accepted: string[] = []
      let isOver = false
      const load = Array.from({ length: 8 }, async (_, visitor) => {
        for (let number = 0; !isOver; number++) {
          const email = `${round}-${visitor}-${number}@ejemplo.gt`
          if ((await register(product, email)) === 201) accepted.push(email)
        }
      })
      // Stops at a different moment in each round.
      await expect.poll(() => accepted.length).toBeGreaterThan(8)
      await wait(round * 37)
      const code = await product.end('SIGTERM')
      isOver = true
      await Promise.all(load)
      expect({ code, isLogEmpty: !existsSync(join(product.dataDir, 'conference.db-wal')) }).toEqual({ code: 0, isLogEmpty: true })
      expect(accepted.length).toBeGreaterThan(0)
      const { stored } = readDatabase(product)
      lost.push(...accepted.filter((email) => !stored.has(email)))
    }
    report({ what: 'SIGTERM under load', tried: amount, lost: lost.length })
    expect(lost).toEqual([])
  },
  isFull ? 10 * 60_000 : 60_000,
)

test('a stopping server finishes running requests and uploads, and accepts no new ones', async () => {
  const product = await start()
  const session = await openSession(product)
  const { uploadURL, publicURL } = await askAddress(product, session, 'charla.mp4')
  const [first = new Uint8Array(), ...rest] = [...video(2)]
  const sent = openUpload(product, uploadURL, session)
  const answered = once(sent, 'response')
  sent.write(first)
  await expect.poll(() => filesOf(product)).toHaveLength(1)
  // The server has the first half of this request when the signal comes.
  const asked = await beginRequest(product, 'GET /api/ready HTTP/1.1\r\nHost: localhost\r\n')

  process.kill(product.pid(), 'SIGTERM')
  const isRefused = () =>
    fetch(product.origin).then(
      // Reads the body, because an unread body would keep the connection open.
      (answer) => answer.text().then(() => false),
      () => true,
    )
  await expect.poll(isRefused).toBe(true)
  asked.write('Connection: close\r\n\r\n')
  expect(await text(asked)).toMatch(/^HTTP\/1.1 503 [\s\S]*El servidor se está deteniendo\./)

  for (const piece of rest) sent.write(piece)
  sent.end()
  const [answer] = await answered
  expect(answer.statusCode).toBe(201)
  answer.resume()
  expect(await product.ended()).toBe(0)
  expect(existsSync(join(product.dataDir, 'uploads/public', publicURL.split('/').at(-1) ?? ''))).toBe(true)
})

test('stopping the server closes idle connections without cutting off a request', async () => {
  const product = await start()
  let answered = 0
  const cut: string[] = []
  const busy = Array.from({ length: 32 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (;;) {
      const asked = get(`${product.origin}/api/hero`, { agent })
      const code = await new Promise<string | null>((resolve) => {
        asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        asked.on('response', (answer) => answer.resume().on('end', () => resolve(null)))
      })
      if (code === null) answered += 1
      // A request on a new connection may fail, because the server no longer listens.
      else if (asked.reusedSocket) cut.push(code)
      if (code !== null) return agent.destroy()
    }
  })
  await expect.poll(() => answered).toBeGreaterThan(320)
  expect(await product.end('SIGTERM')).toBe(0)
  await Promise.all(busy)
  expect(cut).toEqual([])
})

test.runIf(isFull)('stopping the server does not wait for a request that never finishes', async () => {
  const product = await start()
  await beginRequest(
    product,
    'POST /api/registrations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  process.kill(product.pid(), 'SIGTERM')
  // The exit code is 1 if a slow machine needs more than a second for the last steps of the stop.
  expect([0, 1]).toContain(await product.ended())
})
