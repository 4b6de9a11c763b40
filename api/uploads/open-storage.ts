import type { Logger } from 'pino'
import type { Bucket } from '../store/bucket.ts'
import type { StoreConfig } from '../store/config.ts'
import type { BucketStorage } from './bucket-storage.ts'
import { diskStorage, type Storage } from './storage.ts'

type Settings = { dataDir: string; store: StoreConfig | null; publicOrigin: string }

/** What is configured: the disk, or an object store with the disk in front of it. `store` is null for the disk alone. */
export type OpenStorage = { storage: Storage; store: { bucket: Bucket; uploads: BucketStorage } | null }

/** Opens where uploads are kept. Asks nothing of an object store; what talks to one is loaded where there is one. */
export async function openStorage({ dataDir, store, publicOrigin }: Settings, log: Logger): Promise<OpenStorage> {
  const disk = await diskStorage(dataDir)
  if (!store) return { storage: disk, store: null }
  const [{ openBucket }, { bucketStorage }] = await Promise.all([import('../store/bucket.ts'), import('./bucket-storage.ts')])
  const bucket = openBucket(store)
  const uploads = bucketStorage({ disk, bucket, publicUrl: elsewhere(store.publicUrl, publicOrigin), log })
  return { storage: uploads, store: { bucket, uploads } }
}

/**
 * Where this process sends visitors for an upload: not to its own address, which came here, and not to one without TLS, from
 * which the page's policy admits nothing.
 */
function elsewhere(publicUrl: string | null, publicOrigin: string): string | null {
  const isOther = publicUrl?.startsWith('https://') && new URL(publicUrl).origin !== publicOrigin
  return isOther ? publicUrl : null
}
