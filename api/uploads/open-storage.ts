import type { Logger } from 'pino'
import type { Bucket } from '../store/bucket.ts'
import type { StoreConfig } from '../store/config.ts'
import type { BucketStorage } from './bucket-storage.ts'
import { diskStorage, type Storage } from './storage.ts'

type Settings = { dataDir: string; store: StoreConfig | null; publicOrigin: string }

export type OpenStorage = { storage: Storage; store: { bucket: Bucket; uploads: BucketStorage } | null }

export async function openStorage({ dataDir, store, publicOrigin }: Settings, log: Logger): Promise<OpenStorage> {
  const disk = await diskStorage(dataDir)
  if (!store) return { storage: disk, store: null }
  const [{ openBucket }, { bucketStorage }] = await Promise.all([import('../store/bucket.ts'), import('./bucket-storage.ts')])
  const bucket = openBucket(store)
  const uploads = bucketStorage({ disk, bucket, publicUrl: elsewhere(store.publicUrl, publicOrigin), log })
  return { storage: uploads, store: { bucket, uploads } }
}

/** Returns null for an address that would redirect to itself, or that the pages' policy would block. */
function elsewhere(publicUrl: string | null, publicOrigin: string): string | null {
  const isOther = publicUrl?.startsWith('https://') && new URL(publicUrl).origin !== publicOrigin
  return isOther ? publicUrl : null
}
