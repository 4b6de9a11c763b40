/** Answers as they come over the wire: Node's own client, for fetch decodes bodies and adds headers. */
import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type Answer = { status: number; headers: Record<string, string>; body: Buffer }

/** One answer to one request. `localAddress` is where it comes from, such as 127.0.0.2. */
export async function ask(url: string, options: RequestOptions = {}, body?: string | Uint8Array): Promise<Answer> {
  const sent = request(url, { agent: false, ...options })
  sent.end(body)
  const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage]
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
  return { status: answer.statusCode ?? 0, headers, body: await buffer(answer) }
}

/** What belongs to the one connection or answer, and what each server says of itself. */
const passing = ['connection', 'date', 'keep-alive', 'server', 'transfer-encoding', 'x-request-id', 'last-modified', 'alt-svc']
/** Checked by tests of their own: each server has its own tags, and says otherwise where ranges and encodings are taken. */
const apart = ['accept-ranges', 'content-encoding', 'content-length', 'content-security-policy', 'etag', 'vary']

/** The headers of an answer that every server in front has to send the same. */
export function kept({ headers }: Answer): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => ![...passing, ...apart].includes(name)))
}
