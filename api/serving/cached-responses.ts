/**
 * A cache of the app's responses for published files. The app answers once for each file and encoding; that visitor and those
 * after get its headers and bytes without its middleware.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
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

  /** What the app answers, kept for the visitors after this one; null when that is no page. */
  async function ask(key: string, path: string, file: SiteFile, encoding: Encoding | null): Promise<Cached | null> {
    // A publish meanwhile starts a new cache, which a response from before it must not get into.
    const startedWith = cache
    const accept: Record<string, string> = encoding ? { 'Accept-Encoding': encoding } : {}
    const answer = await app.fetch(new Request(publicOrigin + path, { headers: accept }))
    if (answer.status !== 200) return null
    const ok = headersOf(answer)
    const cached = {
      ok: ok.flat(),
      notModified: ok.filter(([name]) => !name.startsWith('content-') || name === policy).flat(),
      etag: answer.headers.get('ETag') ?? '',
      body: encodedBody(file, encoding),
    }
    startedWith.set(key, cached)
    return cached
  }

  /** False when only the app knows the answer: a condition other than the tag that is current. */
  function answerWith({ ok, notModified, etag, body }: Cached, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const condition = incoming.headers['if-none-match']
    if (condition === undefined) outgoing.writeHead(200, ok).end(body)
    else if (condition === etag) outgoing.writeHead(304, notModified).end()
    else return false
    return true
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
    const known = cache.get(key)
    if (known) {
      if (!answerWith(known, incoming, outgoing)) next(incoming, outgoing)
      return
    }
    // A failure is answered and logged by the app, which gets the request itself.
    ask(key, path, file, encoding)
      .catch(() => null)
      .then((cached) => {
        if (!cached || !answerWith(cached, incoming, outgoing)) next(incoming, outgoing)
      })
  }
}

/** Of the headers that speak of the body, the one that a 304 has too. */
const policy = 'content-security-policy'

/** All headers of a response but its request id, names in lower case. */
function headersOf(answer: Response): [string, string][] {
  return [...answer.headers].filter(([name]) => name !== 'x-request-id')
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
