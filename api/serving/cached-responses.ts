/**
 * A cache of the app's responses for published files. The app answers once for each file and encoding; visitors after
 * that get the same headers and bytes without its middleware.
 */
import type { IncomingMessage, RequestListener } from 'node:http'
import { acceptedEncoding, type Encoding } from '../http/representations.ts'
import { encodedBody, type Site, type SiteFile } from './site.ts'

/** Names and values in turn, as Node's writeHead takes them. */
type RawHeaders = string[]
type Cached = { ok: RawHeaders; notModified: RawHeaders; etag: string; body: Uint8Array }

type App = { fetch(request: Request): Response | Promise<Response> }

/**
 * A listener that answers GET for the files of `site`, and hands everything else to `next`. Every publish makes a new
 * `Site`, which empties the cache.
 */
export function cacheResponses(app: App, site: () => Site, publicOrigin: string, next: RequestListener): RequestListener {
  const encodingFor = rememberEncodings()
  let current = site()
  let cache = new Map<string, Cached>()

  /** Asks the app, for the visitors after this one. */
  async function fill(key: string, path: string, file: SiteFile, encoding: Encoding | null): Promise<void> {
    // A publish meanwhile starts a new cache, which a response from before it must not get into.
    const startedWith = cache
    const accept: Record<string, string> = encoding ? { 'Accept-Encoding': encoding } : {}
    const answer = await app.fetch(new Request(publicOrigin + path, { headers: accept }))
    const etag = answer.headers.get('ETag') ?? ''
    const unchanged = await app.fetch(new Request(publicOrigin + path, { headers: { ...accept, 'If-None-Match': etag } }))
    if (answer.status !== 200 || unchanged.status !== 304) return
    startedWith.set(key, { ok: raw(answer), notModified: raw(unchanged), etag, body: encodedBody(file, encoding) })
  }

  return (incoming, outgoing) => {
    const [path = ''] = incoming.url?.split('?', 1) ?? []
    if (current !== site()) {
      current = site()
      cache = new Map()
    }
    const file = incoming.method === 'GET' ? current.files.get(path) : undefined
    if (!file) return next(incoming, outgoing)

    const encoding = file.br ? encodingFor(incoming) : null
    const key = `${path} ${encoding}`
    const answer = cache.get(key)
    if (!answer) {
      // A failure is answered and logged by the app, which gets the request too.
      fill(key, path, file, encoding).catch(() => {})
      return next(incoming, outgoing)
    }
    const condition = incoming.headers['if-none-match']
    if (condition === undefined) outgoing.writeHead(200, answer.ok).end(answer.body)
    else if (condition === answer.etag) outgoing.writeHead(304, answer.notModified).end()
    else next(incoming, outgoing)
  }
}

/** All headers of a response but its request id. */
function raw(answer: Response): RawHeaders {
  return [...answer.headers].filter(([name]) => name !== 'x-request-id').flat()
}

/** Browsers send few different Accept-Encoding headers, so each is read once; a bounded number is remembered. */
function rememberEncodings() {
  const remembered = new Map<string, Encoding | null>()
  return ({ headers }: IncomingMessage): Encoding | null => {
    const header = String(headers['accept-encoding'] ?? '')
    const known = remembered.get(header)
    if (known !== undefined) return known
    const encoding = acceptedEncoding(header)
    if (remembered.size >= 100) remembered.clear()
    remembered.set(header, encoding)
    return encoding
  }
}
