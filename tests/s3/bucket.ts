import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import type { Bucket } from '../../api/store/bucket.ts'
import { readStoreConfig, type StoreConfig } from '../../api/store/config.ts'
import { hasCeph, startCeph } from './ceph.ts'
import { makeBucket, service } from './service.ts'

type RealStore = { config: StoreConfig; isOwn: boolean }

/**
 * Returns a real object store for the tests of a file: the store in S3_* with a prefix of its own, or Ceph. Without either,
 * prints a message and returns null.
 */
export async function realStore(): Promise<RealStore | null> {
  const given = readStoreConfig(process.env)
  if (given)
    return {
      config: { ...given, prefix: `${given.prefix}prueba-${randomBytes(6).toString('hex')}/`, publicUrl: null },
      isOwn: false,
    }
  if (!hasCeph()) {
    console.warn('Skipped: there is no S3_ENDPOINT, and Ceph is not installed (ceph-mon ceph-osd ceph-common radosgw).')
    return null
  }
  const { stop, ...access } = await startCeph()
  afterAll(stop)
  const config = { ...access, region: 'us-east-1', bucket: 'conferencia', prefix: '', publicUrl: null }
  await makeBucket(config)
  return { config, isOwn: true }
}

/** Sets the bucket's policy as the bucket's owner. */
export async function setPolicy(config: StoreConfig, policy: string): Promise<void> {
  const address = await service(config).getPresignedUrl('PUT', config.bucket, 60, { policy: '' })
  const answer = await fetch(address, { method: 'PUT', body: policy })
  if (!answer.ok) throw new Error(`the policy was refused: ${answer.status} ${await answer.text()}`)
}

/** Returns all bytes of an object, or null. */
export async function bytesIn(bucket: Bucket, key: string): Promise<Buffer | null> {
  const body = await bucket.read(key)
  return body && Buffer.from(await new Response(body).arrayBuffer())
}
