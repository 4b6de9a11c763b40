import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { boundRequests, type RequestBounds } from './connection-limits.ts'

async function connected(listener: RequestListener, bounds: RequestBounds): Promise<Socket> {
  const server = createServer(boundRequests(listener, bounds)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  return socket
}

const echo: RequestListener = async (request, response) => response.end(await text(request).catch(() => ''))

/** Sends a request whose body never ends. Returns the answer when the connection closes, or 'open' after `ms`. */
async function send(line: string, ms: number): Promise<string | 'open'> {
  const socket = await connected(echo, { bodyMs: 100 })
  socket.write(`${line} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`)
  return Promise.race([text(socket), new Promise<'open'>((resolve) => setTimeout(() => resolve('open'), ms))])
}

test.each([
  'POST /api/registrations',
  'PUT /api/hero',
  'POST /upload/a.webp?ticket=x',
  'PUT /upload/../api/hero?',
  'PUT /upload/',
])('answers 408 to an incomplete %s and closes the connection', async (line) => {
  const answer = await send(line, 5000)
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/)
  expect(answer.split('\r\n\r\n')[1]).toBe('{"error":"La solicitud tardó demasiado en llegar."}')
})

test('the timeout of request bodies does not cut off an upload', async () => {
  expect(await send('PUT /upload/1700000000000-0123456789abcdef.mp4?ticket=x', 500)).toBe('open')
})

test('closes a connection whose client does not read the response', async () => {
  const closed = vi.fn()
  const socket = await connected(
    (_, response) => {
      response.on('close', closed)
      response.end(Buffer.alloc(50_000_000))
    },
    { unreadMs: 100 },
  )
  socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => closed).toHaveBeenCalled()
})

test('closes a connection whose client sends many requests and reads no response', async () => {
  const asked = vi.fn()
  // The listener never answers. Missing answers count like answers that the client does not read.
  const socket = await connected(asked, { maxUnanswered: 3 })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
  await once(socket, 'close')
  expect(asked).toHaveBeenCalledTimes(3)
})

test('allows any number of requests on a connection if each waits for the previous answer', async () => {
  const socket = await connected((_, response) => response.end('x'), { maxUnanswered: 3 })
  for (let count = 0; count < 20; count++) {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toContain('200')
  }
})
