import { secureHeaders } from 'hono/secure-headers'

/**
 * Headers for every answer of a site at `publicOrigin`. A Content-Security-Policy is not among them: each page has its own,
 * the API's is set by its guard.
 */
export function securityHeaders(publicOrigin: string) {
  const year = 365 * 24 * 60 * 60
  return secureHeaders({
    strictTransportSecurity: publicOrigin.startsWith('https:') ? `max-age=${2 * year}` : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    crossOriginResourcePolicy: 'same-origin',
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
  })
}
