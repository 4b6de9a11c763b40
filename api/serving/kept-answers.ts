/**
 * What the app answers for published files, kept as it goes over the wire. The app is asked once for each file and
 * encoding, visitors get the same answer many thousand times without any of its middleware.
 */
import type { IncomingMessage, RequestListener } from 'node:http'
import { acceptedEncoding, type Encoding } from '../http/representations.ts'
import { encodedBody, type Site, type SiteFile } from './site.ts'

/** Names and values in turn, as Node's writeHead takes them. */
type RawHeaders = string[]
type Kept = { ok: RawHeaders; notModified: RawHeaders; etag: string; body: Uint8Array }

type App = { fetch(request: Request): Response | Promise<Response> }

/**
 * A listener that answers GET for the files of `site`, and hands everything else to `next`. Every publish makes a new
 * `Site`: answers for the one before are forgotten with it.
 */
export function keepAnswers(app: App, site: () => Site, publicOrigin: string, next: RequestListener): RequestListener {
  const encodingFor = rememberEncodings()
  let current = site()
  let kept = new Map<string, Kept>()

  /** Asks the app, for the visitors after this one. */
  async function keep(key: string, path: string, file: SiteFile, encoding: Encoding | null): Promise<void> {
    // A publish meanwhile starts a new map, which an answer from before it must not get into.
    const answers = kept
    const accept: Record<string, string> = encoding ? { 'Accept-Encoding': encoding } : {}
    const answer = await app.fetch(new Request(publicOrigin + path, { headers: accept }))
    const etag = answer.headers.get('ETag') ?? ''
    const unchanged = await app.fetch(new Request(publicOrigin + path, { headers: { ...accept, 'If-None-Match': etag } }))
    if (answer.status !== 200 || unchanged.status !== 304) return
    answers.set(key, { ok: raw(answer), notModified: raw(unchanged), etag, body: encodedBody(file, encoding) })
  }

  return (incoming, outgoing) => {
    const [path = ''] = incoming.url?.split('?', 1) ?? []
    if (current !== site()) {
      current = site()
      kept = new Map()
    }
    const file = incoming.method === 'GET' ? current.files.get(path) : undefined
    if (!file) return next(incoming, outgoing)

    const encoding = file.br ? encodingFor(incoming) : null
    const key = `${path} ${encoding}`
    const answer = kept.get(key)
    if (!answer) {
      // A failure is the app's to answer and to log when it is asked itself.
      keep(key, path, file, encoding).catch(() => {})
      return next(incoming, outgoing)
    }
    const condition = incoming.headers['if-none-match']
    if (condition === undefined) outgoing.writeHead(200, answer.ok).end(answer.body)
    else if (condition === answer.etag) outgoing.writeHead(304, answer.notModified).end()
    else next(incoming, outgoing)
  }
}

/** All headers of an answer but its own number. */
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
