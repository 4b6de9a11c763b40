import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hourMs, secondMs } from '../../data/time.ts'
import type { Reason } from './closed-connections.ts'

const uploadPath = /^\/upload\/[\w.-]+\?/

/** `requestTimeout` must be long enough for an upload of 100 MB at 30 KB/s. */
export const timeouts = {
  headersTimeout: 10 * secondMs,
  requestTimeout: hourMs,
  // By default, Node checks every 30 seconds, so a timeout of 10 seconds could become 40 seconds.
  connectionsCheckingInterval: 2 * secondMs,
}

export const maxConnections = 2000

export const maxRequestsPerSocket = 10_000

export type RequestBounds = {
  bodyMs?: number
  unreadMs?: number
  unreadUploadMs?: number
  maxUnanswered?: number
  onRefused?: (why: Reason) => void
}

export function boundRequests(
  listener: RequestListener,
  {
    bodyMs = 15 * secondMs,
    unreadMs = 30 * secondMs,
    unreadUploadMs = 150 * secondMs,
    maxUnanswered = 32,
    onRefused = () => {},
  }: RequestBounds = {},
): RequestListener {
  const unansweredBySocket = new WeakMap<Socket, number>()
  const count = (socket: Socket, more: 1 | -1) => {
    const unanswered = (unansweredBySocket.get(socket) ?? 0) + more
    unansweredBySocket.set(socket, unanswered)
    return unanswered
  }

  return (incoming, outgoing) => {
    const { socket } = incoming
    if (socket.destroyed) return
    outgoing.once('close', () => count(socket, -1))
    if (count(socket, 1) > maxUnanswered) {
      onRefused('unread')
      return void socket.destroy()
    }
    const isUpload = incoming.method === 'PUT' && uploadPath.test(incoming.url ?? '')
    socket.setTimeout(isUpload ? unreadUploadMs : unreadMs)
    if (!isUpload && hasBody(incoming)) limitBody(incoming, outgoing, bodyMs, onRefused)
    return listener(incoming, outgoing)
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

const tooSlow = JSON.stringify({ error: 'La solicitud tardó demasiado en llegar.' })
const head = ['HTTP/1.1 408 Request Timeout', 'Connection: close', 'Content-Type: application/json']
const answer = `${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(tooSlow)}\r\n\r\n${tooSlow}`

function limitBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  timeoutMs: number,
  onRefused: (why: Reason) => void,
): void {
  const { socket } = incoming
  const overdue = setTimeout(() => {
    if (incoming.complete) return
    onRefused('tooSlow')
    // Answers here, because the call's handler still waits for the rest of the body.
    if (!outgoing.headersSent && outgoing.socket === socket) socket.write(answer)
    socket.destroySoon()
  }, timeoutMs)
  overdue.unref()
  incoming.once('close', () => clearTimeout(overdue))
}
