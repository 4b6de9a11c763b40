/** What people write where an address is asked for, and the addresses that are taken. */

const controlOrSpace = /[\p{Cc}\s\\]/u

/** An absolute http(s) address. Anything else (`javascript:`, `data:`) could run code on a visitor's click. */
export function isWebAddress(value: string): boolean {
  return !controlOrSpace.test(value) && /^https?:\/\//i.test(value) && URL.canParse(value)
}

/** A path on this site, with or without the leading slash; never another host (`//host`) or scheme. */
export function isSitePath(value: string): boolean {
  if (controlOrSpace.test(value) || value.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(value)) return false
  return URL.canParse(value, base) && new URL(value, base).origin === base && !leadsInside(value, base)
}

const base = 'https://site.invalid'

/**
 * Whether an address, or a path, leads to the API or the panel of the site at `origin`: whoever looks at the page with a session
 * would ask there for something that they did not ask for.
 */
export function leadsInside(value: string, origin: string): boolean {
  if (!URL.canParse(value, origin)) return false
  const url = new URL(value, origin)
  return url.host === new URL(origin).host && /^\/+(api|admin|upload)(\/|$)/i.test(unescaped(url.pathname))
}

/** Each byte of its own: only letters matter here, and bytes that make none are no error. */
const unescaped = (path: string) =>
  path.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** What a visitor can follow: http(s), or mailto. */
export function isLink(value: string): boolean {
  return isWebAddress(value) || (/^mailto:[^@\s]+@[^@\s]+$/i.test(value) && !controlOrSpace.test(value))
}

const none = /^(n\.?\/?a\.?|none|ninguno|ninguna|[-–—.]+)$/i
const host = /^([a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=[/?#]|$)/i

/**
 * An address as people write it, whole: `NA` and `-` are none, `linkedin.com/in/x` lacks its scheme, `@x@y` is at home at y. A
 * bare handle is one at `home`, an address that ends where the handle begins, or else at X. A site without a path is one where
 * there is no `home`: as a profile it leads nowhere. Whatever else stays as it is.
 */
export function completed(written: string, home?: string): string {
  const text = written.trim()
  if (none.test(text)) return ''
  const [, user, server] = /^@([\w.-]+)@([^@\s/]+)$/.exec(text) ?? []
  if (user && server && host.test(server)) return `https://${server}/@${user}`
  if (host.test(text) && (home === undefined || /\/./.test(text))) return `https://${text}`
  const [, handle] = /^@?([\w-]{1,100})$/.exec(text) ?? []
  return handle ? (home ?? xProfiles) + handle : text
}

export const xProfiles = 'https://x.com/'
