import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { Env } from './env.ts'

/**
 * A line for each call of the API, each upload and each visit to a registration's own page: method, path, status and
 * milliseconds. Never the query, body or address: they hold what people typed, and an upload's ticket. Visits to the
 * published site are not logged here; a web server in front does that better.
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
        path: shown(c.req.path),
        status: c.res.status,
        ms: Math.round(performance.now() - start),
      },
      'request',
    )
  })
}

/** Longer than any path of ours. */
const longest = 200

/**
 * A path fit for the log. Our own ids and names have no other characters. Any other character came from a caller: mask the
 * segment. Segment by segment, for a pattern over the whole path would try each of its characters.
 */
function shown(path: string): string {
  if (path.length > longest) return '…'
  const isSecret = path.startsWith('/registro/')
  // A registration's token is its visitor's secret.
  const isMasked = (segment: string, index: number) => (isSecret && index === 2) || /[^\w.-]/.test(segment)
  const segments = path.split('/').map((segment, index) => (isMasked(segment, index) ? '…' : segment))
  return segments.join('/')
}
