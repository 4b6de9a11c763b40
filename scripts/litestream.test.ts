import { expect, test } from 'vitest'
import { openBucket } from '../api/store/bucket.ts'
import { startTestStore } from '../api/store/testing.ts'
import { removeOldReplicas, replicaEpochs } from './litestream.ts'

const day = 24 * 60 * 60 * 1000

/** Returns a bucket with these files. Each value is the number of days since the file last changed. */
async function bucketWith(files: Record<string, number>, now: number) {
  const store = await startTestStore()
  for (const [key, days] of Object.entries(files)) {
    store.objects.set(key, { body: Buffer.from('x'), headers: {}, changedAt: new Date(now - days * day) })
  }
  return { store, bucket: openBucket(store.config) }
}

test('deletes replicas older than the current one if they are unchanged for 14 days', async () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z')
  const kept = {
    // The 14 days of a replica count from its newest file, not from its oldest file.
    'private/replica/2/0000/old.ltx': 40,
    'private/replica/2/0000/new.ltx': 13,
    // The current replica (3) stays, although nobody saved for weeks. Replica 4 is newer than the current replica.
    'private/replica/3/0000/old.ltx': 30,
    'private/replica/4/0000/old.ltx': 30,
    // Deleting replica 1 must not delete replica 10, whose path begins equally. The files below belong to no replica.
    'private/replica/10/0000/old.ltx': 30,
    'private/backups/1/old': 90,
    'index.html': 90,
  }
  const gone = { 'private/replica/1/0000/a.ltx': 15, 'private/replica/1/0000/b.ltx': 15, 'private/replica/1/0001/c.ltx': 14.1 }
  const { store, bucket } = await bucketWith({ ...kept, ...gone }, now)
  expect(await replicaEpochs(bucket)).toEqual([10, 4, 3, 2, 1])
  await removeOldReplicas(bucket, 3, now)
  expect(store.keys()).toEqual(Object.keys(kept).toSorted())
})

test('deletes no old replica before the current replica exists in the bucket', async () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z')
  const { store, bucket } = await bucketWith({ 'private/replica/3/0000/old.ltx': 30 }, now)
  await removeOldReplicas(bucket, 4, now)
  expect(store.keys()).toEqual(['private/replica/3/0000/old.ltx'])
})
