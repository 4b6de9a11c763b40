import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { Env } from './env.ts'

/** Logs no query, body or IP address, because these may contain personal data and secrets. */
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

const maxPathLength = 200

function maskedPath(path: string): string {
  if (path.length > maxPathLength) return '…'
  const isSecret = /^\/(registro|ponente)\//.test(path)
  const isMasked = (segment: string, index: number) => (isSecret && index === 2) || /[^\w.-]/.test(segment)
  const segments = path.split('/').map((segment, index) => (isMasked(segment, index) ? '…' : segment))
  return segments.join('/')
}
