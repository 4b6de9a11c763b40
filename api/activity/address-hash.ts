import { createHmac, createSecretKey } from 'node:crypto'
import { join } from 'node:path'
import { readKeyFile } from '../system/key-file.ts'

export type AddressHash = (address: string) => string

/** The key is in no backup, because all IPv4 addresses can be tried. */
export function createAddressHash(dataDir: string): AddressHash {
  const { key } = readKeyFile(join(dataDir, 'address-key'))
  const secret = createSecretKey(key)
  return (address) => createHmac('sha256', secret).update(address).digest('base64url').slice(0, 12)
}
