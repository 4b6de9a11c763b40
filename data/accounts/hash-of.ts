import { createHash } from 'node:crypto'

/** What is stored of a secret that was made at random: its SHA-256. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
