import { createHash, randomBytes } from 'node:crypto'

/** Short, because ids do not compress and are often repeated in the page. */
export function newItemId(): string {
  return randomBytes(9).toString('base64url')
}

export function itemIdUnder(key: string): string {
  return createHash('sha256').update(key).digest().subarray(0, 9).toString('base64url')
}
