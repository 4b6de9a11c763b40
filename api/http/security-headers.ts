import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/**
 * Headers for every answer of a site at `publicOrigin`. A Content-Security-Policy is not among them: each page has its own,
 * the API's is set by its guard. Nothing may be framed but a preview, by the panel.
 */
export function securityHeaders(publicOrigin: string): MiddlewareHandler {
  const usual = headers(publicOrigin, 'DENY')
  const ofPreview = headers(publicOrigin, 'SAMEORIGIN')
  return (c, next) => (c.req.path === '/api/preview' ? ofPreview : usual)(c, next)
}

function headers(publicOrigin: string, xFrameOptions: 'DENY' | 'SAMEORIGIN') {
  const year = 365 * 24 * 60 * 60
  return secureHeaders({
    strictTransportSecurity: publicOrigin.startsWith('https:') ? `max-age=${2 * year}` : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions,
    crossOriginResourcePolicy: 'same-origin',
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
    overwrite: false,
  })
}
