import type { IncomingMessage } from 'node:http'

const second = 1000

/** An upload's address as it stands on the request line; nothing else may take as long. */
const upload = /^\/upload\/[\w.-]+\?/

/**
 * How long requests may take to arrive, in milliseconds. The limit for the whole has to let 100 MB pass at 30 KB/s; an
 * upload that stops moving is ended by its route, and everything else by `limitBodies`.
 */
export const timeouts = {
  headersTimeout: 10 * second,
  requestTimeout: 60 * 60 * second,
  // Node looks every 30 seconds by itself: 10 would mean up to 40.
  connectionsCheckingInterval: 2 * second,
}

/**
 * Connections at once. More are closed as they come, so that a flood of them cannot take the files and memory that the
 * others need. Many times what a conference has: a browser holds one to six, and an idle one is closed after 5 seconds.
 */
export const maxConnections = 2000

type RequestSource = { on(event: 'request', listener: (incoming: IncomingMessage) => void): unknown }

/** Closes the connection of a request, other than an upload, whose body has not arrived after `ms` milliseconds. */
export function limitBodies(server: RequestSource, ms = 60 * second): void {
  server.on('request', (incoming) => {
    const { headers, url = '' } = incoming
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
    if (!hasBody || (incoming.method === 'PUT' && upload.test(url))) return
    const overdue = setTimeout(() => {
      if (!incoming.complete) incoming.socket.destroy()
    }, ms)
    overdue.unref()
    incoming.once('close', () => clearTimeout(overdue))
  })
}
