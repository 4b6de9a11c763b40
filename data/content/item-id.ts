import { createHash, randomBytes } from 'node:crypto'

/** A new item's id: 72 bits by chance, in 12 characters. Ids stand in the page many times, and chance does not compress. */
export function newItemId(): string {
  return randomBytes(9).toString('base64url')
}

/** The id of what is made under a key that was made up by chance: the same each time, as short as any other. */
export function itemIdUnder(key: string): string {
  return createHash('sha256').update(key).digest().subarray(0, 9).toString('base64url')
}
