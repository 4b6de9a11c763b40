import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type AddressHash = (address: string) => string

/**
 * Returns a function that hides an address: equal ones stay equal, and nobody without the key finds out which they are, for
 * all IPv4 addresses can be tried. The key lies beside the database and in no backup. Where it cannot be written, it is
 * another one after the next start, and sources before and after cannot be compared.
 */
export function createAddressHash(dataDir: string): AddressHash {
  const key = readKey(join(dataDir, 'address-key'))
  return (address) => createHmac('sha256', key).update(address).digest('base64url').slice(0, 12)
}

function readKey(file: string): Buffer {
  try {
    const key = readFileSync(file)
    if (key.length === 32) return key
  } catch {
    // Not there yet.
  }
  const key = randomBytes(32)
  try {
    writeFileSync(file, key, { mode: 0o600 })
  } catch {
    // A full or a read-only disk is no reason not to start.
  }
  return key
}
