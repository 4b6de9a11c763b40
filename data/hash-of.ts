import { createHash } from 'node:crypto'

/** Fast, and therefore only for random secrets. Passwords need a slow hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export function idOfHash(hash: string): string {
  const hex = createHash('sha256').update(hash).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
