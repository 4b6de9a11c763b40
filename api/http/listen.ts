import { createServer, type RequestListener, type Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { codeOf } from '../../data/error-code.ts'
import { StartProblem } from '../system/start-problem.ts'
import { maxConnections, maxRequestsPerSocket, timeouts } from './connection-limits.ts'

type Address = { port: number; host: string }

type Listening = {
  server: Server
  /** From now on this answers. */
  serve(listener: RequestListener): void
  /**
   * Takes no more connections, and calls `done` when those that there are have ended: each after the answer to its next request,
   * which says so, or where none comes, half a second later.
   */
  drain(done: () => void): void
}

/** Milliseconds for a connection on which somebody sends request after request to send one more. */
const lastRequest = 500

/** Answers while the process starts: its address is taken before anything is made, and there is nothing to show yet. */
const starting: RequestListener = ({ url = '' }, outgoing) => {
  const said = 'El sitio se está iniciando. Inténtalo de nuevo en unos segundos.'
  const isCall = url.startsWith('/api/')
  const type = isCall ? 'application/json' : 'text/plain; charset=utf-8'
  outgoing.writeHead(503, { 'Content-Type': type, 'Cache-Control': 'no-store', 'Retry-After': '2', Connection: 'close' })
  outgoing.end(isCall ? JSON.stringify({ error: said }) : said)
}

/**
 * Takes an address, and answers there with 503 until `serve` is called with what answers from then on. Throws StartProblem where
 * it cannot be taken.
 */
export async function listen({ port, host }: Address): Promise<Listening> {
  let current = starting
  let isEnding = false
  const server = createServer(timeouts)
  server.on('request', (incoming, outgoing) => {
    // Sent as `Connection: close`.
    if (isEnding) outgoing.shouldKeepAlive = false
    current(incoming, outgoing)
  })
  server.maxConnections = maxConnections
  server.maxRequestsPerSocket = maxRequestsPerSocket
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(addressProblem(error, { port, host })))
    server.listen(port, host, resolve)
  })
  return {
    server,
    serve(listener) {
      current = listener
    },
    drain(done) {
      isEnding = true
      // http's own `close` ends idle connections at once, and with them the request that is on its way on one.
      const closing = setInterval(() => server.closeIdleConnections(), lastRequest)
      NetServer.prototype.close.call(server, () => {
        clearInterval(closing)
        done()
      })
    },
  }
}

function addressProblem(error: Error, { port, host }: Address): Error {
  const problems: Record<string, string> = {
    EADDRINUSE: `el puerto ${port} ya está en uso; elige otro (PORT) o detén el programa que lo tiene`,
    EACCES: `no hay permiso para usar el puerto ${port}; elige uno desde 1024 (PORT)`,
    EADDRNOTAVAIL: `HOST="${host}" no es una dirección de esta máquina`,
    ENOTFOUND: `HOST="${host}" no es una dirección de esta máquina`,
  }
  const problem = problems[codeOf(error)]
  return problem ? new StartProblem(problem, { cause: error }) : error
}
