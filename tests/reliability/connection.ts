import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** An answer without its body. `retryAfter` is in seconds, or null without the header. */
export type Head = { status: number; retryAfter: number | null }

export type Connection = Awaited<ReturnType<typeof openConnection>>

/**
 * Opens a connection that sends prepared requests and reads answers of known length. A richer client would take as much processor
 * time as the measured server.
 */
export async function openConnection(origin: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const waiting: ((head: Head | null) => void)[] = []
  readHeads(socket, (head) => waiting.shift()?.(head))
  // If the server was killed, all waiting requests get no answer.
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const resolve of waiting.splice(0)) resolve(null)
  })

  return {
    /** Resolves with the answer, or with null if the connection ends without one. */
    send(request: string): Promise<Head | null> {
      if (socket.destroyed) return Promise.resolve(null)
      const { promise, resolve } = Promise.withResolvers<Head | null>()
      waiting.push(resolve)
      socket.write(request)
      return promise
    },
    close: () => socket.destroy(),
  }
}

function readHeads(socket: Socket, onHead: (head: Head) => void): void {
  let text = ''
  // Uses one character for each byte, because lengths are in bytes.
  socket.setEncoding('latin1').on('data', (part) => {
    text += part
    for (;;) {
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = text.slice(0, end)
      const length = lengthOf(text, end)
      if (text.length < length) return
      text = text.slice(length)
      const wait = /retry-after: (\d+)/i.exec(head)?.[1]
      onHead({ status: Number(head.slice(9, 12)), retryAfter: wait === undefined ? null : Number(wait) })
    }
  })
}

/** Number of characters of the first answer, whose head ends at `end`. Infinity if the last chunk did not arrive yet. */
function lengthOf(text: string, end: number): number {
  const head = text.slice(0, end)
  if (/transfer-encoding: chunked/i.test(head)) {
    const lastChunk = '\r\n0\r\n\r\n'
    const at = text.indexOf(lastChunk, end)
    return at < 0 ? Number.POSITIVE_INFINITY : at + lastChunk.length
  }
  // An answer without a body, such as 304, has no length.
  return end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
}

/** Returns the bytes of a registration request, as the dialog sends it. */
export function registrationRequest(email: string, more: object = {}): string {
  const person = { name: 'María José López', email, company: 'Café Ñandú', position: 'CTO', phone: '+502 5555 1234' }
  const body = Buffer.from(JSON.stringify({ ...person, acceptsMarketing: true, ...more }))
  const head = ['POST /api/registrations HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  return `${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body.toString()}`
}
