import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { openBucket } from '../store/bucket.ts'
import { startTestStore } from '../store/testing.ts'
import { log } from '../testing.ts'
import { bucketStorage } from '../uploads/bucket-storage.ts'
import { diskStorage } from '../uploads/storage.ts'
import { makeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'
import { fetchBackup, removeExpiredStored, storeBackup, storedBackups, storeErasures, uploadsInStoredBackups } from './stored.ts'
import { isStored } from './stored-mark.ts'
import { filledDataDir, hashPages, upload } from './testing.ts'

const drawing = '1700000000000-0123456789abcdef.webp'

/** A backup on disk, and a bucket that already has the backup's upload. */
async function inStore() {
  const store = await startTestStore()
  const bucket = openBucket(store.config)
  const { dataDir } = await filledDataDir()
  const { folder } = await makeBackup({ dataDir, into: temporaryDir(), hashPages })
  const backup = { folder, name: basename(folder) }
  await bucket.put(`public-objects/${drawing}`, 'a picture', { type: 'image/webp', cacheControl: '' })
  const inBucket = { [`public/${drawing}`]: 9, [upload]: 9 }
  return { store, bucket, dataDir, backup, inBucket }
}

test('a backup in the object store can be restored on an empty machine', async () => {
  const { store, bucket, backup, inBucket } = await inStore()
  await storeBackup(bucket, backup, inBucket)
  expect(isStored(backup.folder)).toBe(true)
  expect(store.asked.findLast((call) => call.startsWith('PUT'))).toBe(`PUT private/backups/${backup.name}/proof.json`)
  expect(store.keys().filter((key) => !key.startsWith('private/'))).toEqual([`public-objects/${drawing}`])

  const { folder, missing } = await fetchBackup(bucket, temporaryDir(), null)
  expect(missing).toEqual([upload])
  const elsewhere = temporaryDir()
  expect(await restoreBackup({ dataDir: elsewhere, from: folder })).toMatchObject({ aside: null })
  expect(readFileSync(join(folder, 'conference.db'))).toEqual(readFileSync(join(backup.folder, 'conference.db')))
})

test('a backup counts as stored only if the object store returns it undamaged', async () => {
  const { store, bucket, backup, inBucket } = await inStore()
  const lying = { ...bucket, read: async () => new Response('something else').body }
  await expect(storeBackup(lying, backup, inBucket)).rejects.toThrow('la copia en el almacén está dañada')
  expect([await storedBackups(bucket), isStored(backup.folder)]).toEqual([[], false])
  store.trouble.status = 507
  await expect(storeBackup(bucket, backup, inBucket)).rejects.toThrow('el almacén está lleno')
})

test('refuses to store a backup while one of its uploads is missing in the bucket', async () => {
  const { bucket, backup } = await inStore()
  await expect(storeBackup(bucket, backup, {})).rejects.toThrow('no está en el almacén')
})

test('reports that the object store does not have the requested backup', async () => {
  const { bucket } = await inStore()
  await expect(fetchBackup(bucket, temporaryDir(), null)).rejects.toThrow('no hay respaldos en el almacén')
  await expect(fetchBackup(bucket, temporaryDir(), '../../x')).rejects.toThrow('no existe el respaldo')
})

test('in the object store, deletes backups after 14 days, except the newest', async () => {
  const { bucket, dataDir } = await inStore()
  const names = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map((day) => `${day}T060000Z`)
  for (const name of names) {
    for (const file of ['conference.db', 'proof.json'])
      await bucket.put(`private/backups/${name}/${file}`, '{}', { type: '', cacheControl: '' })
  }
  const now = Date.parse('2026-03-01T06:00:00Z')
  mkdirSync(dataDir, { recursive: true })
  await removeExpiredStored(bucket, dataDir, now)
  expect(await storedBackups(bucket)).toEqual(names)
  for (let hour = 1; hour <= 25; hour++) await removeExpiredStored(bucket, dataDir, now + hour * 60 * 60_000)
  expect(await storedBackups(bucket)).toEqual(names.slice(-1))
})

test('in the object store, deletes incomplete backups after 14 days', async () => {
  const { bucket, store, dataDir } = await inStore()
  const key = (name: string, file = 'conference.db') => `private/backups/${name}/${file}`
  const [half, halfOfToday, whole] = ['2026-01-01T060000Z', '2026-02-28T060000Z', '2026-01-02T060000Z'] as const
  const kept = [key(whole), key(whole, 'proof.json'), key(halfOfToday), key('otra'), 'private/backups/erasures.jsonl']
  for (const path of [key(half), ...kept]) await bucket.put(path, '{}', { type: '', cacheControl: '' })
  const inBackups = () => store.keys().filter((path) => path.startsWith('private/backups/'))
  const now = Date.parse('2026-03-01T06:00:00Z')
  await removeExpiredStored(bucket, dataDir, now)
  expect(inBackups()).toHaveLength(6)
  for (let hour = 1; hour <= 25; hour++) await removeExpiredStored(bucket, dataDir, now + hour * 60 * 60_000)
  expect(inBackups()).toEqual(kept.toSorted())
})

test('in the object store, the erasure logs of two machines are merged by time', async () => {
  const { store, bucket } = await inStore()
  const line = (at: string) => JSON.stringify({ at, kind: 'person', id: randomUUID() })
  const [first, second, third] = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => line(`${day}T00:00:00Z`))
  const file = join(temporaryDir(), 'erasures.jsonl')
  writeFileSync(file, `\n${first}\n\n${third}\n`)
  await storeErasures(bucket, file)
  writeFileSync(file, `\n${second}\n`)
  await storeErasures(bucket, file)
  expect(store.text('private/backups/erasures.jsonl')).toBe(`${first}\n${second}\n${third}\n`)
})

test('copying uploads from the bucket never overwrites an upload on the disk', async () => {
  const { bucket, dataDir } = await inStore()
  const live = join(dataDir, 'uploads/public', drawing)
  writeFileSync(live, 'a picture')
  const other = drawing.replace('17', '18')
  await bucket.put(`public-objects/${other}`, 'a picture', { type: 'image/webp', cacheControl: '' })
  const brokenOff: typeof bucket.read = async (key) => (key.endsWith(drawing) ? new Response('').body : bucket.read(key))
  const disk = await diskStorage(dataDir)
  const { copyInto } = bucketStorage({ disk, bucket: { ...bucket, read: brokenOff }, publicUrl: null, log })
  const { folder, proof } = await makeBackup({ dataDir, into: temporaryDir(), hashPages, addUploads: copyInto })
  expect(
    [live, ...[drawing, other].map((name) => join(folder, 'uploads/public', name))].map((path) => readFileSync(path, 'utf8')),
  ).toEqual(Array(3).fill('a picture'))
  expect(proof.uploads).toEqual({ [upload]: 9, [`public/${drawing}`]: 9, [`public/${other}`]: 9 })
})

test('lists the uploads of stored backups, so that cleaning up can keep them', async () => {
  const { bucket, backup, inBucket } = await inStore()
  await storeBackup(bucket, backup, inBucket)
  expect([...(await uploadsInStoredBackups(bucket))]).toEqual([`public/${drawing}`, upload])
  expect(existsSync(backup.folder)).toBe(true)
})
