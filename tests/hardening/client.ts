/** Sends requests with headers and bytes that fetch would refuse or change. Also reads the product's database and files. */
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
/** `localAddress` is the sender's address, such as 127.0.0.2. */
export type Content = { headers?: object; json?: unknown; body?: string | Uint8Array; localAddress?: string }

const agent = new Agent({ keepAlive: true })

/** Opens a request such as 'PUT /upload/x'. The caller sends the body. */
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

/** Sends a request such as 'PUT /api/hero', with the path unchanged. */
export async function send(to: Pick<Product, 'origin'>, line: string, content: Content = {}): Promise<Answer> {
  const { json, body = json === undefined ? undefined : JSON.stringify(json), headers = {}, localAddress } = content
  // Node sends no length with a DELETE, so the server would read the body as another request.
  const length = body === undefined || 'Transfer-Encoding' in headers ? {} : { 'Content-Length': Buffer.byteLength(body) }
  const type = json === undefined ? {} : { 'Content-Type': 'application/json' }
  const sent = openRequest(to, line, { localAddress, headers: { ...type, ...length, ...headers } })
  sent.end(body)
  try {
    return await answerTo(sent)
  } catch (error) {
    // Sends again if the server closed a kept connection just when it was used.
    if (sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return send(to, line, content)
    throw error
  }
}

/** Writes bytes to a new connection. Returns all bytes received until the connection closes. */
export async function sendRaw({ origin }: Pick<Product, 'origin'>, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  // The server may reset the connection, but received bytes count. Does not end the socket, because the server would then not answer.
  socket.on('error', () => {}).write(Buffer.from(bytes, 'latin1'))
  await once(socket, 'close').catch(() => {})
  return received
}

/** Returns the paths of the product's files that contain the text in UTF-8 or UTF-16. */
export function filesHolding(product: Pick<Product, 'dataDir'>, text: string): string[] {
  try {
    return filesIn(product.dataDir).filter((name) => {
      const content = readFileSync(join(product.dataDir, name))
      return content.includes(text) || content.includes(Buffer.from(text, 'utf16le'))
    })
  } catch (error) {
    // A file was renamed by a publish in the meantime, so all files are read again.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return filesHolding(product, text)
    throw error
  }
}

/** Returns the paths of all files in the folder, relative to it. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** Opens a second connection to the product's database, closed after the last test. */
export function openDatabase({ dataDir }: Pick<Product, 'dataDir'>): Database.Database {
  const db = new Database(join(dataDir, 'conference.db'))
  afterAll(() => void db.close())
  return db
}
