import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Reads or creates a key of 32 random bytes, in a file that is in no backup. `isKept` is false if it could not be written and
 * is lost at the next start.
 */
export function readKeyFile(file: string): { key: Buffer; isKept: boolean } {
  try {
    const key = readFileSync(file)
    if (key.length === 32) return { key, isKept: true }
  } catch {
    // The file does not exist yet.
  }
  const key = randomBytes(32)
  try {
    writeFileSync(file, key, { mode: 0o600 })
    return { key, isKept: true }
  } catch {
    // A full or read-only disk must not prevent the start.
    return { key, isKept: false }
  }
}
