import { createMiddleware } from 'hono/factory'
import type { Env } from './env.ts'
import { problem } from './errors.ts'

/** Replaces Hono's csrf middleware, which does not check JSON requests. */
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
    // Browsers send Sec-Fetch-Site, Origin or both with a write.
    const isOurs = site
      ? site === 'same-origin' || site === 'none'
      : origin
        ? origin === config.publicOrigin
        : !auth.hasCookie(c.req.header('Cookie'))
    return isOurs ? next() : problem(c, 403, 'La solicitud viene de otro sitio.')
  })
}

/** Refuses requests that do not come from the panel, such as a picture in a text that has this route as its address. */
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
