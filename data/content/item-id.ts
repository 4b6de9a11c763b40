import { randomBytes } from 'node:crypto'

/** A new item's id: 72 bits by chance, in 12 characters. Ids stand in the page many times, and chance does not compress. */
export function newItemId(): string {
  return randomBytes(9).toString('base64url')
}
