import { createMiddleware } from 'hono/factory'
import type { Env } from './env.ts'
import { problem } from './errors.ts'

/**
 * Refuses writes that another site makes a visitor's browser send, sibling subdomains and the login form included.
 * (Hono's own csrf middleware looks at form content types only and lets JSON pass.)
 */
export function sameOrigin({
  auth,
  config,
}: {
  auth: { hasCookie(header: string | undefined): boolean }
  config: { publicOrigin: string }
}) {
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

/**
 * Refuses reads that are recorded when it was neither the panel nor the door that asked: a picture or a link in content, or on another
 * site, would record an administrator who did nothing. What a script of the site asks for is wanted, for no other runs there; the
 * panel's own downloads come from its page; what is typed into the address bar comes from nowhere; and what does not say where it
 * comes from is no browser.
 */
export function fromPanel({ config }: { config: { publicOrigin: string } }) {
  return createMiddleware<Env>(async (c, next) => {
    const site = c.req.header('Sec-Fetch-Site')
    const origin = c.req.header('Origin')
    const wants = c.req.header('Sec-Fetch-Dest') ?? 'empty'
    const isWanted = wants === 'empty' || (wants === 'document' && isPanel(c.req.header('Referer')))
    const isOurs = site
      ? site === 'none' || (site === 'same-origin' && isWanted)
      : origin === undefined || origin === config.publicOrigin
    return isOurs ? next() : problem(c, 403, 'Esto se pide desde el panel.')
  })

  function isPanel(referer = ''): boolean {
    if (!URL.canParse(referer)) return false
    const { origin, pathname } = new URL(referer)
    return origin === config.publicOrigin && /^\/admin(\/|$)/.test(pathname)
  }
}
