import { randomBytes } from 'node:crypto'

/** Returns a secret of 128 random bits as 22 characters for a URL. It gives access to one registration. */
export function newToken(): string {
  return randomBytes(16).toString('base64url')
}
