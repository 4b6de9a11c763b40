import { parseAccept } from 'hono/utils/accept'

export type Encoding = 'br' | 'gzip'

export const endings = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>

export const immutable = 'public, max-age=31536000, immutable'
export const revalidate = 'public, max-age=0, must-revalidate'
/** For /ahora.json, so that a CDN requests the file at most once in ten seconds. */
export const briefly = 'public, max-age=10, must-revalidate'

export function acceptedEncoding(header: string | undefined, better: Encoding = 'br'): Encoding | null {
  if (!header) return null
  const accepted = new Set(
    parseAccept(header)
      .filter(({ q }) => q > 0)
      .map(({ type }) => type.toLowerCase()),
  )
  const order = [better, 'br', 'gzip'] as const
  return order.find((encoding) => accepted.has(encoding)) ?? null
}

/** Weak comparison: https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
export function matches(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(etag)
}
