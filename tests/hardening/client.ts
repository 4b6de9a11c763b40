/**
 * Requests from outside with every header and byte under control, where fetch would refuse, rewrite or decode some; and a look
 * into the product's own database and files.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
} from 'node:http'
import { connect } from 'node:net'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { afterAll } from 'vitest'
import type { Product } from '../support/product.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string; bytes: Buffer }
/** `localAddress` is where the request comes from, such as 127.0.0.2. */
export type Content = { headers?: object; json?: unknown; body?: string | Uint8Array; localAddress?: string }

const agent = new Agent({ keepAlive: true })

/** A request such as 'PUT /upload/x' whose body is still to come. */
export function openRequest({ origin }: Pick<Product, 'origin'>, line: string, options: RequestOptions): ClientRequest {
  const [method = '', path = ''] = line.split(' ')
  const { hostname, port } = new URL(origin)
  return request({ hostname, port, method, path, agent, ...options })
}

export async function answerTo(sent: ClientRequest): Promise<Answer> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: bytes.toString(), bytes }
}

/** Sends a request such as 'PUT /api/hero' as it is written. */
export async function send(to: Pick<Product, 'origin'>, line: string, content: Content = {}): Promise<Answer> {
  const { json, body = json === undefined ? undefined : JSON.stringify(json), headers = {}, localAddress } = content
  // Node leaves the length out of a DELETE, and what follows would be read as another request.
  const length = body === undefined || 'Transfer-Encoding' in headers ? {} : { 'Content-Length': Buffer.byteLength(body) }
  const type = json === undefined ? {} : { 'Content-Type': 'application/json' }
  const sent = openRequest(to, line, { localAddress, headers: { ...type, ...length, ...headers } })
  sent.end(body)
  try {
    return await answerTo(sent)
  } catch (error) {
    // The server may close a connection that was kept just as it is used again.
    if (sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return send(to, line, content)
    throw error
  }
}

/** Writes bytes to a fresh connection and returns all that comes back until it is closed. */
export async function sendRaw({ origin }: Pick<Product, 'origin'>, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  // A server that has had enough resets the connection: what it said before counts. Not `end`: whoever hangs up before the
  // answer gets none.
  socket.on('error', () => {}).write(Buffer.from(bytes, 'latin1'))
  await once(socket, 'close').catch(() => {})
  return received
}

/** The files in the product's folder that hold a text, in UTF-8 or UTF-16, by their path in it. */
export function filesHolding(product: Pick<Product, 'dataDir'>, text: string): string[] {
  try {
    return filesIn(product.dataDir).filter((name) => {
      const content = readFileSync(join(product.dataDir, name))
      return content.includes(text) || content.includes(Buffer.from(text, 'utf16le'))
    })
  } catch (error) {
    // A file that was being published has its own name by now: all are looked at again.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return filesHolding(product, text)
    throw error
  }
}

/** Every file in a folder and those below it, by its path from there. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** A connection of the test's own to the product's database. */
export function openDatabase({ dataDir }: Pick<Product, 'dataDir'>): Database.Database {
  const db = new Database(join(dataDir, 'conference.db'))
  afterAll(() => void db.close())
  return db
}
