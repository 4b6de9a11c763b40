/** What HTTP negotiates about a file: its compressed forms, its version and how long it may be kept. */
import { parseAccept } from 'hono/utils/accept'

/** A compressed form of a file, by its name in HTTP. */
export type Encoding = 'br' | 'gzip'

/** What a compressed form is called beside its file, as static hosts look for it. */
export const endings = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>

/** Names that contain their content's hash never change; everything else is checked with the server each time. */
export const immutable = 'public, max-age=31536000, immutable'
export const revalidate = 'public, max-age=0, must-revalidate'

/**
 * Of the two compressed forms the one that an Accept-Encoding header admits, `better` where it admits both; null when it admits
 * neither.
 */
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

/** Whether an If-None-Match header names this tag. It compares weakly: https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
export function matches(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(etag)
}
