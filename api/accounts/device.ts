/** The browser that somebody signs in with: what it calls itself, and how it is known again. */
import { randomBytes } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'

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

/** What a `User-Agent` says of itself, in Spanish, such as 'Chrome en Windows'. Anybody may write anything in it. */
export function deviceInWords(userAgent = ''): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser && system) return `${browser} en ${system}`
  return browser ?? system ?? 'Otro programa'
}

const year = 365 * 24 * 60 * 60

/** The browser's own token: the one in its `Cookie` header, or a new one with the `Set-Cookie` value that gives it. */
export function deviceToken(cookieHeader: string | undefined, publicOrigin: string): { token: string; setCookie: string | null } {
  const isSecure = publicOrigin.startsWith('https:')
  const name = isSecure ? '__Host-device' : 'device'
  const known = parse(cookieHeader ?? '', name)[name]
  if (known && /^[\w-]{22}$/.test(known)) return { token: known, setCookie: null }
  const token = randomBytes(16).toString('base64url')
  const setCookie = serialize(name, token, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: year, secure: isSecure })
  return { token, setCookie }
}
