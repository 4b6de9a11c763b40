import { randomBytes } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { dayMs } from '../../data/time.ts'

const browsers: [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

export function deviceInWords(userAgent = ''): string {
  const firstMatch = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [firstMatch(browsers), firstMatch(systems)]
  if (browser && system) return `${browser} en ${system}`
  return browser ?? system ?? 'Otro programa'
}

export function deviceToken(cookieHeader: string | undefined, publicOrigin: string): { token: string; setCookie: string | null } {
  const isSecure = publicOrigin.startsWith('https:')
  const name = isSecure ? '__Host-device' : 'device'
  const currentToken = parse(cookieHeader ?? '', name)[name]
  if (currentToken && /^[\w-]{22}$/.test(currentToken)) return { token: currentToken, setCookie: null }
  const token = randomBytes(16).toString('base64url')
  const setCookie = serialize(name, token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: (365 * dayMs) / 1000,
    secure: isSecure,
  })
  return { token, setCookie }
}
