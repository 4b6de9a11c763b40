import { createMiddleware } from 'hono/factory'
import type { User } from '../../data/accounts/schema.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'

/** Reads the session, and answers 401 where there is none and the call is not one of `publicCalls`. */
export function guard({ auth }: Pick<Deps, 'auth'>, publicCalls: ReadonlySet<string>) {
  return createMiddleware<Env>(async (c, next) => {
    // Answers depend on who asks, and may hold personal data.
    c.header('Cache-Control', 'no-store')
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
