import { createMiddleware } from 'hono/factory'
import type { User } from '../../data/accounts/schema.ts'
import { openPaths } from '../content/paths.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'

/** All calls below /api that may be made without a session. A route that is missing here is closed, not open. */
export const publicCalls = new Set([
  'GET /api/live',
  'GET /api/ready',
  'GET /api/auth/me',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  ...openPaths.map((path) => `GET /api${path}`),
  'POST /api/registrations',
  'GET /api/openapi.json',
  'GET /api/reference',
])

/** Reads the session, and answers 401 where one is needed and there is none. */
export function guard({ auth }: Pick<Deps, 'auth'>) {
  return createMiddleware<Env>(async (c, next) => {
    // Answers depend on who asks, and may hold personal data.
    c.header('Cache-Control', 'no-store')
    // The panel's frame is told that its session ended; a refusal it may not show would be the browser's own error.
    const framedBy = c.req.path === '/api/preview' ? 'self' : 'none'
    c.header('Content-Security-Policy', `default-src 'none'; frame-ancestors '${framedBy}'`)
    const { user, setCookie } = await auth.check(c.req.header('Cookie'))
    if (setCookie) c.header('Set-Cookie', setCookie)
    c.set('user', user)
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    if (!user && !publicCalls.has(`${method} ${c.req.path}`)) return problem(c, 401)
    return next()
  })
}

/** Lets only administrators pass. */
export const adminOnly = createMiddleware<Env>(async (c, next) => {
  if (c.var.user?.role !== 'admin') return problem(c, 403)
  return next()
})

/** The caller of a route behind the guard. Throws if the guard is not in front of it. */
export function currentUser(c: { var: Env['Variables'] }): User {
  if (!c.var.user) throw new Error('a route that needs a session is open to visitors')
  return c.var.user
}
