import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { Env } from './env.ts'

/**
 * Logs each call, upload and visit to a registration page. Never query, body or address, because they contain
 * personal data and tickets. The web server in front logs visits to the site.
 */
export function logRequests(log: Logger) {
  return createMiddleware<Env>(async (c, next) => {
    const start = performance.now()
    await next()
    if (!/^\/(api|upload|registro)\//.test(c.req.path)) return
    const { requestId } = c.var
    log.info(
      {
        requestId,
        method: c.req.method,
        path: maskedPath(c.req.path),
        status: c.res.status,
        ms: Math.round(performance.now() - start),
      },
      'request',
    )
  })
}

/** Longer than any path of this product. */
const maxPathLength = 200

/**
 * Masks segments with characters that ids and names do not have, because callers wrote them. Per segment, because a
 * pattern over the whole path is slow.
 */
function maskedPath(path: string): string {
  if (path.length > maxPathLength) return '…'
  const isSecret = path.startsWith('/registro/')
  // The second segment is the registration's secret token.
  const isMasked = (segment: string, index: number) => (isSecret && index === 2) || /[^\w.-]/.test(segment)
  const segments = path.split('/').map((segment, index) => (isMasked(segment, index) ? '…' : segment))
  return segments.join('/')
}
