/** Sends the responses of ORIGIN from memory. Fetches a response once for each path and `If-None-Match` header. */
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

type Answer = { status: number; headers: string[]; body: Buffer }

const answers = new Map<string, Answer>()
/** Node's server writes these headers itself. */
const itsOwn = new Set(['connection', 'date', 'keep-alive'])

createServer((request, response) => {
  const key = `${request.url} ${request.headers['if-none-match']}`
  const known = answers.get(key)
  if (known) return send(response, known)
  get(process.env.ORIGIN + (request.url ?? ''), { headers: request.headers }, async (original) => {
    const answer = { status: original.statusCode ?? 500, headers: headersOf(original), body: await buffer(original) }
    answers.set(key, answer)
    send(response, answer)
  })
}).listen(Number(process.env.PORT), '127.0.0.1')

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body)
}

/** Returns names and values in turn, as `writeHead` takes them. */
function headersOf({ headers }: IncomingMessage): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (itsOwn.has(name) ? [] : [name, String(value)]))
}
