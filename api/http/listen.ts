import { createServer, type RequestListener, type Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { codeOf } from '../../data/error-code.ts'
import { StartProblem } from '../system/start-problem.ts'
import { maxConnections, maxRequestsPerSocket, timeouts } from './connection-limits.ts'

type Address = { port: number; host: string }

type Listening = {
  server: Server
  serve(listener: RequestListener): void
  drain(done: () => void): void
}

const lastRequestMs = 500

const starting: RequestListener = ({ url = '' }, outgoing) => {
  const message = 'El sitio se está iniciando. Inténtalo de nuevo en unos segundos.'
  const isCall = url.startsWith('/api/')
  const type = isCall ? 'application/json' : 'text/plain; charset=utf-8'
  outgoing.writeHead(503, { 'Content-Type': type, 'Cache-Control': 'no-store', 'Retry-After': '2', Connection: 'close' })
  outgoing.end(isCall ? JSON.stringify({ error: message }) : message)
}

/** Answers 503 to all requests until `serve` is called. Throws StartProblem if the port cannot be used. */
export async function listen({ port, host }: Address): Promise<Listening> {
  let current = starting
  let isEnding = false
  const server = createServer(timeouts)
  server.on('request', (incoming, outgoing) => {
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
      // Calls `close` of the net server, because `close` of an HTTP server would drop requests that are just arriving.
      const closing = setInterval(() => server.closeIdleConnections(), lastRequestMs)
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
