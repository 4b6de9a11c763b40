import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hour, second } from '../../data/time.ts'
import type { Reason } from './closed-connections.ts'

/** An upload's address as it stands on the request line; nothing else may take as long. */
const upload = /^\/upload\/[\w.-]+\?/

/**
 * How long requests may take to arrive, in milliseconds. The limit for the whole has to let 100 MB pass at 30 KB/s; an
 * upload that stops moving is ended by its route, and everything else by `boundRequests`.
 */
export const timeouts = {
  headersTimeout: 10 * second,
  requestTimeout: hour,
  // Node looks every 30 seconds by itself: 10 would mean up to 40.
  connectionsCheckingInterval: 2 * second,
}

/**
 * Connections at once. More are closed as they come, so that a flood of them cannot take the files and memory that the
 * others need. Many times what a conference has: a browser holds one to six, and an idle one is closed after 5 seconds.
 */
export const maxConnections = 2000

/** Requests of one connection, after which it is closed in good order. A web server in front keeps few for long. */
export const maxRequestsPerSocket = 10_000

/** The bounds of one connection: times in milliseconds, and how many requests may wait for their answers to be read. */
export type RequestBounds = {
  body?: number
  unread?: number
  unreadUpload?: number
  inRow?: number
  /** Is told of each connection that is closed for one of them. */
  onRefused?: (why: Reason) => void
}

/**
 * A listener that hands on to `listener` what keeps these bounds. A body, other than an upload's, is complete 15 seconds
 * after its headers, or is answered with 408. Who takes nothing of an answer for 30 seconds is closed, or for 60 where
 * Node then finds a piece half sent (after an upload 150: its image is being made). Who sends request after request
 * without reading the answers is closed at the 33rd: each answer would wait in memory, and browsers and proxies send one
 * at a time.
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
    // Node has read more requests of a connection that was closed meanwhile.
    if (socket.destroyed) return
    outgoing.once('close', () => wait(socket, -1))
    if (wait(socket, 1) > inRow) {
      onRefused('unread')
      return void socket.destroy()
    }
    const isUpload = incoming.method === 'PUT' && upload.test(incoming.url ?? '')
    // Node closes a connection on which nothing moves for so long.
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

/** Closes the connection of a request whose body has not arrived after `ms` milliseconds, and says so if nothing was said. */
function limitBody(incoming: IncomingMessage, outgoing: ServerResponse, ms: number, onRefused: (why: Reason) => void): void {
  const { socket } = incoming
  const overdue = setTimeout(() => {
    if (incoming.complete) return
    onRefused('tooSlow')
    // Straight to the connection, as Node does for headers: whoever handles the request still waits for its body.
    if (!outgoing.headersSent && outgoing.socket === socket) socket.write(answer)
    socket.destroySoon()
  }, ms)
  overdue.unref()
  incoming.once('close', () => clearTimeout(overdue))
}
