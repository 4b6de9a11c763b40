import { createHmac, createSecretKey } from 'node:crypto'
import { join } from 'node:path'
import { readKeyFile } from '../system/key-file.ts'

export type AddressHash = (address: string) => string

/**
 * Returns a function that hides an address: equal ones stay equal, and nobody without the key finds out which they are, for
 * all IPv4 addresses can be tried. The key lies beside the database and in no backup. Where it cannot be written, it is
 * another one after the next start, and sources before and after cannot be compared.
 */
export function createAddressHash(dataDir: string): AddressHash {
  const { key } = readKeyFile(join(dataDir, 'address-key'))
  // Made once: of bytes each call makes one anew, which takes longer than the rest.
  const secret = createSecretKey(key)
  return (address) => createHmac('sha256', secret).update(address).digest('base64url').slice(0, 12)
}
