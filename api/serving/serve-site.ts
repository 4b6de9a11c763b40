import type { Context } from 'hono'
import { acceptedEncoding, type Encoding, matches, revalidate } from '../http/representations.ts'
import { encodedBody, type Site, type SiteFile } from './site.ts'

/** Answers GET and HEAD from the map: precompressed, with ETag and 304; the 404 page for anything else. */
export function serveSite(current: () => Site) {
  return (c: Context): Response => {
    const site = current()
    const found = c.req.method === 'GET' || c.req.method === 'HEAD' ? site.files.get(c.req.path) : undefined
    const file = found ?? site.notFound
    if (!file) return c.text('Page Not Found', 404)

    if (found?.movedTo) {
      c.header('Cache-Control', found.cacheControl)
      return c.redirect(found.movedTo, 301)
    }

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

/** The form of a file to send for an Accept-Encoding header. */
function preferredEncoding(file: SiteFile, header: string | undefined): Encoding | null {
  return file.br ? acceptedEncoding(header) : null
}
