import { createMiddleware } from 'hono/factory'
import type { Deps } from '../deps.ts'
import type { Env } from './env.ts'
import { problem } from './errors.ts'

/**
 * Refuses writes that another site makes a visitor's browser send, sibling subdomains and the login form included.
 * (Hono's own csrf middleware looks at form content types only and lets JSON pass.)
 */
export function sameOrigin({ auth, config }: Pick<Deps, 'auth' | 'config'>) {
  return createMiddleware<Env>(async (c, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return next()
    const site = c.req.header('Sec-Fetch-Site')
    const origin = c.req.header('Origin')
    // Browsers that do not say Sec-Fetch-Site say Origin. What says neither is no browser: harmless without a cookie.
    const isOurs = site
      ? site === 'same-origin' || site === 'none'
      : origin
        ? origin === config.publicOrigin
        : !auth.hasCookie(c.req.header('Cookie'))
    return isOurs ? next() : problem(c, 403, 'La solicitud viene de otro sitio.')
  })
}
