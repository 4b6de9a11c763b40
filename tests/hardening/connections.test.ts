import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { maxConnections } from '../../api/http/connection-limits.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { openSession } from '../support/session.ts'
import { answerTo, send } from './client.ts'
import { askAddress, filesOf, openUpload, video } from './uploading.ts'

const product = await sharedProduct()
const { hostname, port } = new URL(product.origin)
const session = await openSession(product)
// Starts the upload now, because it takes 15 seconds. The other tests run in the meantime.
const stalled = stallUpload()

/** Opens connections that send `first` and then a byte now and then. */
async function openSlow(count: number, first: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname))
  const dripping = setInterval(() => {
    for (const socket of sockets) if (first && socket.writable) socket.write('x')
  }, 1000)
  onTestFinished(() => {
    clearInterval(dripping)
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => {}).resume()
      await once(socket, 'connect').catch(() => {})
      if (first) socket.write(first)
    }),
  )
  return sockets
}

const open = (sockets: Socket[]) => sockets.filter(({ closed }) => !closed).length

/** Sends a hundred calls, four at a time. */
async function callMeanwhile(): Promise<void> {
  const lines = ['GET /', 'GET /api/hero', 'GET /api/live', 'POST /api/registrations']
  async function visit(line: string): Promise<void> {
    for (let count = 0; count < 25; count++) {
      const json = { name: 'José', email: `jose${count}@ejemplo.gt` }
      const { status } = await send(product, line, line.startsWith('POST') ? { json } : {})
      expect(status).toBeLessThan(300)
    }
  }
  await Promise.all(lines.map(visit))
}

/** Sends only the first bytes of a file. Returns the answer, its duration and the files that are left. */
async function stallUpload() {
  const before = filesOf(product)
  const { uploadURL } = await askAddress(product, session, 'video.mp4')
  const sent = openUpload(product, uploadURL, { ...session, 'Content-Length': 1000 })
  const start = performance.now()
  sent.on('error', () => {}).write([...video(1)][0]?.subarray(0, 100))
  const { status } = await answerTo(sent)
  return { status, seconds: (performance.now() - start) / 1000, left: filesOf(product).filter((name) => !before.includes(name)) }
}

test('closes 500 connections with unfinished requests after 10 seconds', async () => {
  const slow = [
    ...(await openSlow(250, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')),
    ...(await openSlow(200, 'POST /api/registrations HTTP/1.1\r\nHost: localhost\r\nContent-')),
    ...(await openSlow(50, '')),
  ]
  expect(open(slow)).toBe(500)
  await callMeanwhile()
  // The calls were answered while the slow connections were still open.
  expect(open(slow)).toBe(500)
  await expect.poll(() => open(slow)).toBe(0)
})

test('closes connections above the limit at once, and answers again after the flood', async () => {
  const flood: Socket[] = []
  // Opens 300 at a time, because the system would delay more waiting connections by seconds.
  while (flood.length < maxConnections + 100) flood.push(...(await openSlow(300, '')))
  // A refused connection gets no bytes. On a slow machine, accepted connections may already have got a timeout answer.
  const refused = () => flood.filter(({ closed, bytesRead }) => closed && bytesRead === 0).length
  await expect.poll(refused).toBeGreaterThanOrEqual(100)
  expect(refused()).toBeLessThan(150)
  for (const socket of flood) socket.destroy()
  const isServed = async () => (await send(product, 'GET /api/live').catch(() => null))?.status
  await expect.poll(isServed).toBe(200)
})

test('rejects an upload without a sign-in session before the file has arrived', async () => {
  const { uploadURL } = await askAddress(product, session, 'video.mp4')
  const uninvited = openUpload(product, uploadURL, { Origin: product.origin, 'Content-Length': 1000 })
  uninvited.on('error', () => {}).write('x')
  const closed = once(uninvited, 'close')
  expect((await answerTo(uninvited)).status).toBe(401)
  await closed
})

test('rejects a stalled upload after 15 seconds and deletes the received bytes', async () => {
  const { status, seconds, left } = await stalled
  expect([status, left]).toEqual([408, []])
  expect(seconds).toBeGreaterThan(10)
})
