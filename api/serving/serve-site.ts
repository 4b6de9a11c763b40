import type { Context } from 'hono'
import { acceptedEncoding, matches, revalidate } from '../http/representations.ts'
import { encodedBody, type Site } from './site.ts'

export function serveSite(current: () => Site) {
  return (c: Context): Response => {
    const site = current()
    const requestedFile = c.req.method === 'GET' || c.req.method === 'HEAD' ? site.files.get(c.req.path) : undefined
    const file = requestedFile ?? site.notFound
    if (!file) return c.text('Page Not Found', 404)

    if (requestedFile?.movedTo) {
      c.header('Cache-Control', requestedFile.cacheControl)
      return c.redirect(requestedFile.movedTo, 301)
    }

    const encoding = file.br ? acceptedEncoding(c.req.header('Accept-Encoding')) : null
    const body = encodedBody(file, encoding)
    const etag = `"${file.hash}${encoding ? `-${encoding}${body.byteLength}` : ''}"`
    c.header('ETag', etag)
    c.header('Vary', 'Accept-Encoding')
    c.header('Cache-Control', requestedFile ? file.cacheControl : revalidate)
    if (file.csp) c.header('Content-Security-Policy', file.csp)
    if (requestedFile && matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304)

    c.header('Content-Type', file.type)
    if (encoding) c.header('Content-Encoding', encoding)
    c.header('Content-Length', String(body.byteLength))
    const status = requestedFile ? 200 : 404
    return c.req.method === 'HEAD' ? c.body(null, status) : c.body(body, status)
  }
}
