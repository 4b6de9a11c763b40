import { createHash } from 'node:crypto'

/** What is stored of a secret that was made at random: its SHA-256. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** A UUID made of what is stored of a secret: it names it where not even the hash is to be read. */
export function idOfHash(hash: string): string {
  const hex = createHash('sha256').update(hash).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
