import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * The key of 32 random bytes in a file beside the database, which is in no backup; made where there is none. `isKept` is false where
 * it could not be written: the next start makes another.
 */
export function readKeyFile(file: string): { key: Buffer; isKept: boolean } {
  try {
    const key = readFileSync(file)
    if (key.length === 32) return { key, isKept: true }
  } catch {
    // Not there yet.
  }
  const key = randomBytes(32)
  try {
    writeFileSync(file, key, { mode: 0o600 })
    return { key, isKept: true }
  } catch {
    // A full or a read-only disk is no reason not to start.
    return { key, isKept: false }
  }
}
