import type { MiddlewareHandler } from 'hono'
import { Unavailable } from './errors.ts'
import type { Readiness } from './readiness.ts'

const reading = ['GET', 'HEAD', 'OPTIONS']

/**
 * Checks before and after each write. The check before a registration is in `registering.ts`, which answers a form with a page.
 */
export function refuseLostWrites({ readiness }: { readiness: Readiness }): MiddlewareHandler {
  const refuse = () => {
    throw new Unavailable('what is written now may be lost')
  }
  return async (c, next) => {
    if (reading.includes(c.req.method)) return next()
    if (c.req.path !== '/api/registrations' && (!readiness.isActive() || (await readiness.losesWrites()))) refuse()
    await next()
    if (!readiness.isActive() && c.res.status < 400) refuse()
  }
}
