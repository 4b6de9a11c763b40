import { randomFillSync } from 'node:crypto'

const bytes = 16
/** Random bytes for many tokens: to ask for those of each alone takes longer than all else of making one. */
const pool = Buffer.alloc(256 * bytes)
let used = pool.length

/** A secret of 128 random bits that fits into an address: 22 characters. Whoever has it may see and change one registration. */
export function newToken(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const token = pool.toString('base64url', used, used + bytes)
  pool.fill(0, used, used + bytes)
  used += bytes
  return token
}
