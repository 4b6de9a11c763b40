import { createHash, randomBytes } from 'node:crypto'

/** 72 random bits in 12 characters. Short, because ids repeat in the page and do not compress. */
export function newItemId(): string {
  return randomBytes(9).toString('base64url')
}

/** Returns the same id for the same key. */
export function itemIdUnder(key: string): string {
  return createHash('sha256').update(key).digest().subarray(0, 9).toString('base64url')
}
