const controlOrSpace = /[\p{Cc}\s\\]/u

export function isWebAddress(value: string): boolean {
  return !controlOrSpace.test(value) && /^https?:\/\//i.test(value) && URL.canParse(value)
}

export function isSitePath(value: string): boolean {
  if (controlOrSpace.test(value) || value.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(value)) return false
  return URL.canParse(value, base) && new URL(value, base).origin === base && !leadsToPanelOrApi(value, base)
}

const base = 'https://site.invalid'

/** Content must not link to the panel or API, because a signed-in reader who follows the link would send their session. */
export function leadsToPanelOrApi(value: string, origin: string): boolean {
  if (!URL.canParse(value, origin)) return false
  const url = new URL(value, origin)
  return url.host === new URL(origin).host && /^\/+(api|admin|upload)(\/|$)/i.test(unescaped(url.pathname))
}

const unescaped = (path: string) =>
  path.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

export function isLink(value: string): boolean {
  return isWebAddress(value) || (/^mailto:[^@\s]+@[^@\s]+$/i.test(value) && !controlOrSpace.test(value))
}

const placeholder = /^(n\.?\/?a\.?|none|ninguno|ninguna|[-–—.]+)$/i
const host = /^([a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=[/?#]|$)/i

export const withScheme = (address: string): string => (host.test(address) ? `https://${address}` : address)

/** Adds https:// to a typed address, and turns a handle such as @ana into a profile at `home` (by default X). */
export function completeAddress(written: string, home?: string): string {
  const text = written.trim()
  if (placeholder.test(text)) return ''
  const [, user, server] = /^@([\w.-]+)@([^@\s/]+)$/.exec(text) ?? []
  if (user && server && host.test(server)) return `https://${server}/@${user}`
  if (host.test(text) && (home === undefined || /\/./.test(text))) return withScheme(text)
  const [, handle] = /^@?([\w-]{1,100})$/.exec(text) ?? []
  return handle ? (home ?? xProfiles) + handle : text
}

export const xProfiles = 'https://x.com/'
