import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { apiPolicy } from '../http/security-headers.ts'
import type { Metrics } from './metrics.ts'

export function metricsRoutes({ metrics, config }: { metrics: Metrics | null; config: { metricsToken: string | null } }) {
  return new Hono<Env>().get('/', async (c, next) => {
    const { metricsToken } = config
    if (!metrics || !metricsToken) return next()
    await apiPolicy(c, async () => {})
    c.header('Cache-Control', 'no-store')
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
    if (!isSame(token, metricsToken)) {
      c.header('WWW-Authenticate', 'Bearer')
      return problem(c, 401, 'Falta la clave de las métricas (METRICS_TOKEN), o no es esa.')
    }
    return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType })
  })
}

function isSame(token: string, expected: string): boolean {
  const [first, other] = [token, expected].map((text) => createHash('sha256').update(text).digest())
  return first !== undefined && other !== undefined && timingSafeEqual(first, other)
}

/** Measures only responses with `X-Published-Revision`, because only saves have this header. */
export function measureSaves({ metrics }: { metrics: Metrics | null }) {
  return createMiddleware<Env>(async (c, next) => {
    const start = performance.now()
    await next()
    if (c.res.headers.has('X-Published-Revision')) metrics?.saved((performance.now() - start) / 1000)
  })
}
