import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import type { Bucket } from '../../api/store/bucket.ts'
import { readStoreConfig, type StoreConfig } from '../../api/store/config.ts'
import { hasCeph, startCeph } from './ceph.ts'
import { makeBucket, service } from './service.ts'

type RealStore = { config: StoreConfig; isOwn: boolean }

/**
 * A real object store for the tests of one file: the one that S3_* names, under a prefix of its own, or Ceph's. Null where there
 * is neither, which is said.
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

/** Gives the bucket a policy, as whoever owns it would. */
export async function setPolicy(config: StoreConfig, policy: string): Promise<void> {
  const address = await service(config).getPresignedUrl('PUT', config.bucket, 60, { policy: '' })
  const answer = await fetch(address, { method: 'PUT', body: policy })
  if (!answer.ok) throw new Error(`the policy was refused: ${answer.status} ${await answer.text()}`)
}

/** All bytes of an object, or null. */
export async function bytesIn(bucket: Bucket, key: string): Promise<Buffer | null> {
  const body = await bucket.read(key)
  return body && Buffer.from(await new Response(body).arrayBuffer())
}
