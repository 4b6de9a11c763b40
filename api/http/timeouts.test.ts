import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { limitBodies } from './timeouts.ts'

/** Sends a request whose body never ends, and returns what comes back until the connection is closed or `ms` are over. */
async function send(line: string, ms: number): Promise<{ isClosed: boolean }> {
  const server = createServer(async (request, response) => response.end(await text(request).catch(() => '')))
  limitBodies(server, 100)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {}).write(`${line} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`)
  const closed = once(socket, 'close').then(() => true)
  const isClosed = await Promise.race([closed, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms))])
  socket.destroy()
  return { isClosed }
}

test.each([
  'POST /api/registrations',
  'PUT /api/hero',
  'POST /upload/a.webp?ticket=x',
  'PUT /upload/../api/hero?',
  'PUT /upload/',
])('%s that never arrives whole loses its connection', async (line) => {
  expect(await send(line, 5000)).toEqual({ isClosed: true })
})

test('an upload is not ended by the timeout of bodies', async () => {
  expect(await send('PUT /upload/1700000000000-0123456789abcdef.mp4?ticket=x', 500)).toEqual({ isClosed: false })
})
