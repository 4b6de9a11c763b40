import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull, rounds } from '../support/full.ts'
import { openSession } from '../support/session.ts'
import { send } from './client.ts'

const product = await sharedProduct()
const { hostname, port } = new URL(product.processOrigin)

/** Opens a connection that reads nothing until the test resumes it. */
async function openUnread(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('latin1').on('data', (part) => {
    received += part
  })
  socket.on('error', () => {}).pause()
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return { socket, received: () => received }
}

/** Resolves when the connection is closed, also after an error. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

test('closes a connection that sends many requests without reading the answers', async () => {
  const before = product.memory()
  const connections = await Promise.all(Array.from({ length: rounds(20, 80) }, openUnread))
  for (const { socket } of connections) socket.write(request('/no-existe').repeat(5_000))
  let most = 0
  for (let look = 0; look < (isFull ? 100 : 10); look++) {
    await wait(200)
    most = Math.max(most, product.memory())
  }
  const closing = Promise.all(connections.map(({ socket }) => closed(socket)))
  for (const { socket } of connections) socket.resume()
  await closing
  const answered = connections.map(({ received }) => received().split('HTTP/1.1 404').length - 1)
  console.log(`${Math.round(most - before)} MB more, ${Math.max(...answered)} answers at most`)
  // The number of answers is limited by the buffers of the connection and of the system.
  expect(Math.max(...answered)).toBeLessThan(2_500)
  if (isFull) expect(most - before).toBeLessThan(300)
  expect((await send(product, 'GET /')).status).toBe(200)
})

test('answers pipelined requests in their order', async () => {
  const { socket, received } = await openUnread()
  socket.resume().write(request('/').repeat(8) + request('/robots.txt'))
  await expect.poll(received, { timeout: 40_000 }).toContain('Sitemap:')
  expect(received().split('HTTP/1.1 200').length - 1).toBe(9)
})

test('answers an incomplete body with 408 after fifteen seconds, and closes the connection', async () => {
  const { socket, received } = await openUnread()
  const head = ['POST /api/registrations HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', 'Content-Length: 1000']
  socket.resume().write(`${head.join('\r\n')}\r\n\r\n{`)
  // Sends a byte now and then, so that the request never ends.
  const dripping = setInterval(() => socket.write(' '), 500)
  onTestFinished(() => clearInterval(dripping))
  let isClosed = false
  socket.once('close', () => {
    isClosed = true
  })
  await wait(8_000)
  expect([isClosed, received()]).toEqual([false, ''])
  await expect.poll(() => isClosed, { timeout: 25_000 }).toBe(true)
  expect(received()).toMatch(/^HTTP\/1\.1 408 /)
  expect(Buffer.from(received(), 'latin1').toString()).toContain('{"error":"La solicitud tardó demasiado en llegar."}')
  // A slow client is not an error of the server.
  expect(product.log()).not.toContain('"level":50')
})

test('a request whose body breaks off logs no error', async () => {
  for (let count = 0; count < 20; count++) {
    const { socket } = await openUnread()
    const isForm = count % 2 === 1
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const length = count % 4 < 2 ? 'Content-Length: 1000' : 'Transfer-Encoding: chunked'
    const start = length.startsWith('T') ? '5\r\n{"nam\r\n' : '{"nam'
    socket.write(`POST /api/registrations HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${length}\r\n\r\n${start}`)
    await wait(20)
    socket.destroy()
  }
  await wait(500)
  expect((await send(product, 'GET /api/live')).status).toBe(200)
  const lines = product
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
})

test.runIf(isFull)('closes a connection within a minute if the client does not read the answer', async () => {
  const session = await openSession(product)
  const asked = await send(product, 'POST /api/upload/url', { headers: session, json: { fileName: 'largo.mp4' } })
  const { uploadURL, publicURL } = JSON.parse(asked.body)
  const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(40_000_000)])
  expect((await send(product, `PUT ${uploadURL}`, { headers: session, body: video })).status).toBe(201)

  const { socket, received } = await openUnread()
  socket.write(`GET ${new URL(publicURL, product.origin).pathname} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  // Node checks after 30 seconds, and a second time if part of the body was sent.
  await wait(65_000)
  const closed = once(socket, 'close')
  socket.resume()
  await closed
  expect(received()).toMatch(/^HTTP\/1\.1 200 /)
  expect(received().length).toBeLessThan(video.length)
})
