import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hour, second } from '../../data/time.ts'
import type { Reason } from './closed-connections.ts'

/** An upload's path on the request line. No other body may take as long. */
const upload = /^\/upload\/[\w.-]+\?/

/**
 * In milliseconds. `requestTimeout` lets 100 MB pass at 30 KB/s. `boundRequests` and the upload route have shorter
 * limits.
 */
export const timeouts = {
  headersTimeout: 10 * second,
  requestTimeout: hour,
  // With Node's default of 30 seconds, 10 seconds could become 40.
  connectionsCheckingInterval: 2 * second,
}

/** Further connections are closed, so that a flood cannot exhaust files and memory. Browsers need one to six each. */
export const maxConnections = 2000

/** The connection is then closed in good order. */
export const maxRequestsPerSocket = 10_000

/** Times in milliseconds. `inRow` is the number of requests that may wait for their answers to be read. */
export type RequestBounds = {
  body?: number
  unread?: number
  unreadUpload?: number
  inRow?: number
  /** Called for each connection that is closed. */
  onRefused?: (why: Reason) => void
}

/**
 * Wraps `listener` with limits. A body that is not complete in time is answered with 408. A connection is closed if
 * its answers are not read in time, or if requests pile up without reading. Node may double `unread` while a chunk is
 * half sent. `unreadUpload` leaves time to make the image.
 */
export function boundRequests(
  listener: RequestListener,
  { body = 15 * second, unread = 30 * second, unreadUpload = 150 * second, inRow = 32, onRefused = () => {} }: RequestBounds = {},
): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  const wait = (socket: Socket, more: 1 | -1) => {
    const count = (waiting.get(socket) ?? 0) + more
    waiting.set(socket, count)
    return count
  }

  return (incoming, outgoing) => {
    const { socket } = incoming
    // Node has read more requests of a connection that was closed in the meantime.
    if (socket.destroyed) return
    outgoing.once('close', () => wait(socket, -1))
    if (wait(socket, 1) > inRow) {
      onRefused('unread')
      return void socket.destroy()
    }
    const isUpload = incoming.method === 'PUT' && upload.test(incoming.url ?? '')
    // Node closes a connection that is idle this long.
    socket.setTimeout(isUpload ? unreadUpload : unread)
    if (!isUpload && hasBody(incoming)) limitBody(incoming, outgoing, body, onRefused)
    return listener(incoming, outgoing)
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

const tooSlow = JSON.stringify({ error: 'La solicitud tardó demasiado en llegar.' })
const head = ['HTTP/1.1 408 Request Timeout', 'Connection: close', 'Content-Type: application/json']
const answer = `${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(tooSlow)}\r\n\r\n${tooSlow}`

/** Closes the connection if the body is incomplete after `ms` milliseconds, with 408 if no answer was sent. */
function limitBody(incoming: IncomingMessage, outgoing: ServerResponse, ms: number, onRefused: (why: Reason) => void): void {
  const { socket } = incoming
  const overdue = setTimeout(() => {
    if (incoming.complete) return
    onRefused('tooSlow')
    // Directly on the socket, as Node does for headers, because the request's handler still waits for the body.
    if (!outgoing.headersSent && outgoing.socket === socket) socket.write(answer)
    socket.destroySoon()
  }, ms)
  overdue.unref()
  incoming.once('close', () => clearTimeout(overdue))
}
