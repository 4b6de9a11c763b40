import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { acceptedEncoding, type Encoding } from '../http/representations.ts'
import { encodedBody, type Site, type SiteFile } from './site.ts'

type RawHeaders = string[]
type Cached = { ok: RawHeaders; notModified: RawHeaders; etag: string; body: Uint8Array }

type Cache = Map<SiteFile, { [encoding in Encoding | 'plain']?: Cached }>

type App = { fetch(request: Request): Response | Promise<Response> }

/** Answers from a cache of the app's responses. Each publish empties the cache. */
export function cacheResponses(app: App, site: () => Site, publicOrigin: string, next: RequestListener): RequestListener {
  const encodingFor = rememberEncodings()
  let current = site()
  let cache: Cache = new Map()

  async function ask(path: string, file: SiteFile, encoding: Encoding | null): Promise<Cached | null> {
    // A response that began before a publish must not enter the cache made after it.
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
    startedWith.set(file, { ...startedWith.get(file), [encoding ?? 'plain']: cached })
    return cached
  }

  /** Returns false if the app itself must check `If-None-Match`. */
  function answerWith({ ok, notModified, etag, body }: Cached, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const condition = incoming.headers['if-none-match']
    if (condition === undefined) outgoing.writeHead(200, ok).end(body)
    else if (condition === etag) outgoing.writeHead(304, notModified).end()
    else return false
    return true
  }

  return (incoming, outgoing) => {
    if (current !== site()) {
      current = site()
      cache = new Map()
    }
    const { url = '' } = incoming
    const path = url.includes('?') ? url.slice(0, url.indexOf('?')) : url
    const file = incoming.method === 'GET' ? current.files.get(path) : undefined
    if (!file) return next(incoming, outgoing)

    const encoding = file.br ? encodingFor(incoming) : null
    const cachedResponse = cache.get(file)?.[encoding ?? 'plain']
    if (cachedResponse) {
      if (!answerWith(cachedResponse, incoming, outgoing)) next(incoming, outgoing)
      return
    }
    void ask(path, file, encoding)
      .catch(() => null)
      .then((cached) => {
        if (!cached || !answerWith(cached, incoming, outgoing)) next(incoming, outgoing)
      })
  }
}

/** A 304 response keeps this header, unlike the other `content-` headers. */
const policy = 'content-security-policy'

function headersOf(answer: Response): [string, string][] {
  return [...answer.headers].filter(([name]) => name !== 'x-request-id')
}

function rememberEncodings() {
  const remembered = new Map<string, Encoding | null>()
  return ({ headers }: IncomingMessage): Encoding | null => {
    const header = String(headers['accept-encoding'] ?? '')
    const cachedEncoding = remembered.get(header)
    if (cachedEncoding !== undefined) return cachedEncoding
    const encoding = acceptedEncoding(header)
    if (remembered.size >= 100) remembered.clear()
    remembered.set(header, encoding)
    return encoding
  }
}
