import { createHmac, createSecretKey } from 'node:crypto'
import { join } from 'node:path'
import { readKeyFile } from '../system/key-file.ts'

export type AddressHash = (address: string) => string

/** Hashes IP addresses. No backup contains the key, because with the key the addresses could be guessed. */
export function createAddressHash(dataDir: string): AddressHash {
  const { key } = readKeyFile(join(dataDir, 'address-key'))
  const secret = createSecretKey(key)
  return (address) => createHmac('sha256', secret).update(address).digest('base64url').slice(0, 12)
}
