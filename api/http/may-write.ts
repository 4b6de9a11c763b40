import type { MiddlewareHandler } from 'hono'
import { Unavailable } from './errors.ts'

const reading = ['GET', 'HEAD', 'OPTIONS']

/**
 * Answers what would change something with 503 while it is not known whether another machine has taken over: before it is done, and
 * before it is said to be done. A registration is asked about by its intake, for a visitor's form is answered with a page.
 */
export function whileMayWrite({ mayWrite }: { mayWrite: () => boolean }): MiddlewareHandler {
  const refuse = () => {
    throw new Unavailable('another machine may have taken over')
  }
  return async (c, next) => {
    if (reading.includes(c.req.method)) return next()
    if (!mayWrite() && c.req.path !== '/api/registrations') refuse()
    await next()
    if (!mayWrite() && c.res.status < 400) refuse()
  }
}
