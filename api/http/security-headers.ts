import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { secureHeaders } from 'hono/secure-headers'

const withCamera = /^\/puerta\/?$/

/** Does not set Content-Security-Policy, which each page and `apiPolicy` set. */
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

export const framedByPanel: MiddlewareHandler = (_, next) => next()

/** Must run before the guard, because the panel shows the guard's refusals in a frame too. */
export const apiPolicy: MiddlewareHandler = (c, next) => {
  const isFramed = matchedRoutes(c).some(({ handler }) => handler === framedByPanel)
  c.header('Content-Security-Policy', `default-src 'none'; frame-ancestors '${isFramed ? 'self' : 'none'}'`)
  if (isFramed) c.header('X-Frame-Options', 'SAMEORIGIN')
  return next()
}
