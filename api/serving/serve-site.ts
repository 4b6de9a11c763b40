/** The published site in memory: finished bytes by path. */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { Env } from '../http/env.ts'

/** Node's Buffer over memory of its own, as responses take it. */
export type Bytes = Buffer<ArrayBuffer>

export type SiteFile = {
  body: Bytes
  /** Precompressed forms, both or neither: where the type is worth compressing. */
  br?: Bytes
  gzip?: Bytes
  hash: string
  type: string
  cacheControl: string
  /** Content-Security-Policy of a page. */
  csp?: string
}

/** A file of the published site: its name in the folder, and the paths at which visitors find it. */
export type Page = { name: string; urls: readonly string[]; file: SiteFile }

/** A compressed form of a file, by its name in HTTP. */
export type Encoding = 'br' | 'gzip'

/** What a compressed form is called beside its file, as static hosts look for it. */
export const endings = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>

/** Files by URL path, such as `/` or `/_assets/app.1a2b.js`. Nothing outside the map can be asked for. */
export type Site = { files: ReadonlyMap<string, SiteFile>; notFound: SiteFile | null }

/** Names that contain their content's hash never change; everything else is checked with the server each time. */
export const immutable = 'public, max-age=31536000, immutable'
export const revalidate = 'public, max-age=0, must-revalidate'

/** A short content hash for an ETag. */
export function hashOf(body: Bytes): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/** Answers GET and HEAD from the map: precompressed, with ETag and 304; the 404 page for anything else. */
export function serveSite(current: () => Site) {
  return (c: Context<Env>): Response => {
    const site = current()
    const found = c.req.method === 'GET' || c.req.method === 'HEAD' ? site.files.get(c.req.path) : undefined
    const file = found ?? site.notFound
    if (!file) return c.text('Page Not Found', 404)

    const encoding = preferredEncoding(file, c.req.header('Accept-Encoding'))
    const body = encodedBody(file, encoding)
    // Each form has a tag of its own, also when the same page is compressed anew: other bytes, other tag.
    const etag = `"${file.hash}${encoding ? `-${encoding}${body.byteLength}` : ''}"`
    c.header('ETag', etag)
    c.header('Vary', 'Accept-Encoding')
    c.header('Cache-Control', found ? file.cacheControl : revalidate)
    if (file.csp) c.header('Content-Security-Policy', file.csp)
    if (found && matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304)

    c.header('Content-Type', file.type)
    if (encoding) c.header('Content-Encoding', encoding)
    c.header('Content-Length', String(body.byteLength))
    const status = found ? 200 : 404
    return c.req.method === 'HEAD' ? c.body(null, status) : c.body(body, status)
  }
}

/** The bytes of a file in one of its forms; null is the uncompressed one. */
export function encodedBody(file: SiteFile, encoding: Encoding | null): Bytes {
  return (encoding && file[encoding]) || file.body
}

/** The form of a file that is sent to whoever has this Accept-Encoding header. */
function preferredEncoding(file: SiteFile, header: string | undefined): Encoding | null {
  return file.br ? acceptedEncoding(header) : null
}

/** The better of the two compressed forms that an Accept-Encoding header admits; null when it admits neither. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (!header) return null
  const accepted = new Set(
    parseAccept(header)
      .filter(({ q }) => q > 0)
      .map(({ type }) => type.toLowerCase()),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : null
}

/** Whether an If-None-Match header names this tag. It compares weakly: https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
export function matches(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(etag)
}
