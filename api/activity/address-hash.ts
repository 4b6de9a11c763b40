import { createHmac, createSecretKey } from 'node:crypto'
import { join } from 'node:path'
import { readKeyFile } from '../system/key-file.ts'

export type AddressHash = (address: string) => string

/**
 * Returns a function that hides an address. Equal addresses stay equal. The key is in no backup, because all IPv4 addresses
 * can be tried. If it cannot be written, hashes change with the next start.
 */
export function createAddressHash(dataDir: string): AddressHash {
  const { key } = readKeyFile(join(dataDir, 'address-key'))
  // Created once, because each call would convert bytes again.
  const secret = createSecretKey(key)
  return (address) => createHmac('sha256', secret).update(address).digest('base64url').slice(0, 12)
}
