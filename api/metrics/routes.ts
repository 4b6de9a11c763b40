import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { apiPolicy } from '../http/security-headers.ts'
import type { Metrics } from './metrics.ts'

/**
 * /metrics for Prometheus, to whoever has METRICS_TOKEN (`Authorization: Bearer …`): 401 to all others. Without the setting it is
 * a page that does not exist.
 */
export function metricsRoutes({ metrics, config }: { metrics: Metrics | null; config: { metricsToken: string | null } }) {
  return new Hono<Env>().get('/', async (c, next) => {
    const { metricsToken } = config
    if (!metrics || !metricsToken) return next()
    await apiPolicy(c, async () => {})
    c.header('Cache-Control', 'no-store')
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
    if (!isSame(given, metricsToken)) {
      c.header('WWW-Authenticate', 'Bearer')
      return problem(c, 401, 'Falta la clave de las métricas (METRICS_TOKEN), o no es esa.')
    }
    return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType })
  })
}

/** Takes the same time whatever is given: hashes of one length are compared. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

/** Notes how long each save took: an answer that says what visitors see now is one. */
export function measureSaves({ metrics }: { metrics: Metrics | null }) {
  return createMiddleware<Env>(async (c, next) => {
    const start = performance.now()
    await next()
    if (c.res.headers.has('X-Published-Revision')) metrics?.saved((performance.now() - start) / 1000)
  })
}
