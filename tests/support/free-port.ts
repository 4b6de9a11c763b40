import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { type EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'

/** These ports are below the range for client connections, which begins at 32768 in Linux and at 49152 elsewhere (RFC 6335). */
const [first, last] = [20_000, 32_767]

/** Returns a free port, reserved while this process lives. A server may start on it later. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1000; tries++) {
    const port = randomInt(first, last + 1)
    if ((await isOurs(port)) && (await isUnused(port))) return port
  }
  throw new Error('no free port')
}

/** Reserves the port by binding it in UDP, which no server here uses. */
async function isOurs(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  const isListening = await listens(socket.bind(port, '127.0.0.1'))
  if (isListening) socket.unref()
  else socket.close()
  return isListening
}

async function isUnused(port: number): Promise<boolean> {
  const server = createServer()
  const isListening = await listens(server.listen(port, '127.0.0.1'))
  if (isListening) await once(server.close(), 'close')
  return isListening
}

/** False if the address is in use. */
async function listens(server: EventEmitter): Promise<boolean> {
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}
