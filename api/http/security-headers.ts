import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { secureHeaders } from 'hono/secure-headers'

/** The page that may ask for the camera: it reads the codes of tickets. */
const withCamera = /^\/puerta\/?$/

/**
 * Headers for every answer of a site at `publicOrigin`. A Content-Security-Policy is not among them: each page has its own,
 * the API has `apiPolicy`.
 */
export function securityHeaders(publicOrigin: string): MiddlewareHandler {
  const [elsewhere, atTheDoor] = [headersWith(publicOrigin, []), headersWith(publicOrigin, ['self'])]
  return (c, next) => (withCamera.test(c.req.path) ? atTheDoor : elsewhere)(c, next)
}

function headersWith(publicOrigin: string, camera: string[]): MiddlewareHandler {
  const year = 365 * 24 * 60 * 60
  return secureHeaders({
    strictTransportSecurity: publicOrigin.startsWith('https:') ? `max-age=${2 * year}` : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    crossOriginResourcePolicy: 'same-origin',
    permissionsPolicy: { camera, geolocation: [], microphone: [], payment: [], usb: [] },
    overwrite: false,
  })
}

/** Stands at a route that answers into a frame of the panel. */
export const framedByPanel: MiddlewareHandler = (_, next) => next()

/**
 * The policy of every answer of the API that has none of its own: nothing in it runs, and nobody frames it but the panel, where the
 * route is `framedByPanel`. Set before the guard, for a refusal that may not be framed would be the browser's own error.
 */
export const apiPolicy: MiddlewareHandler = (c, next) => {
  const isFramed = matchedRoutes(c).some(({ handler }) => handler === framedByPanel)
  c.header('Content-Security-Policy', `default-src 'none'; frame-ancestors '${isFramed ? 'self' : 'none'}'`)
  if (isFramed) c.header('X-Frame-Options', 'SAMEORIGIN')
  return next()
}
