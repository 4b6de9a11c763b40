import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** No backup contains the key. `isKept` is false if storing fails. */
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
