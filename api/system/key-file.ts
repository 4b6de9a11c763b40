import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** Reads or creates a key, which no backup contains. `isKept` is false if the key cannot be stored. */
export function readKeyFile(file: string): { key: Buffer; isKept: boolean } {
  try {
    const key = readFileSync(file)
    if (key.length === 32) return { key, isKept: true }
  } catch {}
  const key = randomBytes(32)
  try {
    writeFileSync(file, key, { mode: 0o600 })
    return { key, isKept: true }
  } catch {
    return { key, isKept: false }
  }
}
