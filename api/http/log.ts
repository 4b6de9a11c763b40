import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { Env } from './env.ts'

/**
 * A line for each call of the API and each upload: method, path, status and milliseconds. Never the query, body or
 * address: they hold what people typed, and an upload's ticket. Visits to the published site are not logged here; a web
 * server in front does that better.
 */
export function logRequests(log: Logger) {
  return createMiddleware<Env>(async (c, next) => {
    const start = performance.now()
    await next()
    if (!/^\/(api|upload)\//.test(c.req.path)) return
    const { requestId } = c.var
    // Our own ids and names have no other characters. Any other character came from a caller: mask the segment.
    const path = c.req.path.replace(/[^/]*[^\w/.-][^/]*/g, '…')
    log.info(
      { requestId, method: c.req.method, path, status: c.res.status, ms: Math.round(performance.now() - start) },
      'request',
    )
  })
}
