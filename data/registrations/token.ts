import { randomBytes } from 'node:crypto'

/** A secret of 128 random bits that fits into an address: 22 characters. Whoever has it may see and change one registration. */
export function newToken(): string {
  return randomBytes(16).toString('base64url')
}
