import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { maxConnections } from '../../api/http/timeouts.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { send } from './client.ts'

const product = await sharedProduct()
const { hostname, port } = new URL(product.origin)

/** Connections that send `first`, and then a byte now and then, as if they had all the time in the world. */
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

/** Milliseconds within which 99 of 100 calls are answered, four at a time. */
async function p99(): Promise<number> {
  const times: number[] = []
  const lines = ['GET /', 'GET /api/hero', 'GET /api/live', 'POST /api/registrations']
  async function visit(line: string): Promise<void> {
    for (let count = 0; count < 100; count++) {
      const start = performance.now()
      const json = { name: 'José', email: `jose${count}@ejemplo.gt` }
      const { status } = await send(product, line, line.startsWith('POST') ? { json } : {})
      times.push(performance.now() - start)
      expect(status).toBeLessThan(300)
    }
  }
  await Promise.all(lines.map(visit))
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

test('500 connections that never finish their request do not slow the others down, and are closed after 10 seconds', async () => {
  const slow = [
    ...(await openSlow(250, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')),
    ...(await openSlow(200, 'POST /api/registrations HTTP/1.1\r\nHost: localhost\r\nContent-')),
    ...(await openSlow(50, '')),
  ]
  expect(open(slow)).toBe(500)
  expect(await p99()).toBeLessThan(500)
  // They were there all the while.
  expect(open(slow)).toBe(500)
  await vi.waitFor(() => expect(open(slow)).toBe(0), { timeout: 25_000, interval: 500 })
})

test('a flood of connections is stopped at the limit, and leaves no connection open', async () => {
  const flood = await openSlow(maxConnections + 100, '')
  await vi.waitFor(() => expect(open(flood)).toBeLessThanOrEqual(maxConnections), { timeout: 5000 })
  expect(open(flood)).toBeGreaterThan(maxConnections - 50)
  for (const socket of flood) socket.destroy()
  await wait(500)
  expect((await send(product, 'GET /api/live')).status).toBe(200)
})
