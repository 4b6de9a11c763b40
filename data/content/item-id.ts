import { createHash, randomBytes } from 'node:crypto'

/** Ids are short, because random text does not compress. */
export function newItemId(): string {
  return randomBytes(9).toString('base64url')
}

export function itemIdUnder(key: string): string {
  return createHash('sha256').update(key).digest().subarray(0, 9).toString('base64url')
}
