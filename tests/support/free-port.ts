import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { type EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below what a system hands out to whoever names no port: from 32768 in Linux (`ip_local_port_range`), from 49152 elsewhere
 * (RFC 6335).
 */
const [first, last] = [20_000, 32_767]

/**
 * A port that nothing listens on. As long as this process lives no other gets it from here: a server may start on it later,
 * or again.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1000; tries++) {
    const port = randomInt(first, last + 1)
    if ((await isOurs(port)) && (await isUnused(port))) return port
  }
  throw new Error('no free port')
}

/** The same port of UDP, which no server here uses, goes with it: the system gives it to one process, until that ends. */
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

/** False when somebody else has the address. */
async function listens(server: EventEmitter): Promise<boolean> {
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}
