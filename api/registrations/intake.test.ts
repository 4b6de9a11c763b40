import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../data/db/db.ts'
import { stored, zone } from '../../data/testing.ts'
import { createTestApp } from '../testing.ts'
import { createIntake } from './intake.ts'

/** Uses a database file, because in memory, commits and other connections behave differently from production. */
async function fileDb(): Promise<Db> {
  return (await createTestApp({ database: 'file' })).db
}

const registrations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    fields: { name: 'José', email: `${index}@ejemplo.gt` },
    at: '2025-06-01T12:00:00.000Z',
    idempotencyKey: null,
    marketingText: '',
  }))

/** Counts transactions in the write-ahead log. A transaction ends with a frame that contains the size of the database. */
function commits(db: Db): number {
  const log = readFileSync(`${db.name}-wal`)
  if (log.length === 0) return 0
  const pageSize = log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  let count = 0
  for (let frame = 32; frame < log.length; frame += 24 + pageSize) {
    if (log.subarray(frame + 8, frame + 16).equals(salt) && log.readUInt32BE(frame + 4) > 0) count += 1
  }
  return count
}

test.each([
  ['share one commit, because the disk takes as long for fifty as for one', 50, {}, 1],
  ['need fifty commits if a batch holds one (positive control)', 50, { maxBatch: 1 }, 50],
  ['are stored in batches, so that the event loop is never blocked for long', 50, { maxBatch: 20 }, 3],
])('simultaneous registrations %s', async (_, count, bounds, expected) => {
  const db = await fileDb()
  const intake = createIntake(db, zone, bounds)
  const before = commits(db)
  await Promise.all(registrations(count).map(intake.store))
  expect(commits(db) - before).toBe(expected)
  expect(stored(db).registrations).toHaveLength(count)
})

test('answers a registration only after its commit', async () => {
  const db = await fileDb()
  const other = new Database(db.name)
  onTestFinished(() => void other.close())
  const seen = () => other.prepare('SELECT count(*) FROM registrations').pluck().get()
  const storing = registrations(3).map((one) => createIntake(db, zone).store(one).then(seen))
  expect(seen()).toBe(0)
  expect((await Promise.all(storing)).every(Boolean)).toBe(true)
})

test('refuses registrations while the queue is full and accepts them afterwards', async () => {
  const db = await fileDb()
  const intake = createIntake(db, zone, { maxWaiting: 2 })
  const results = Promise.allSettled(registrations(5).map(intake.store))
  expect(intake.isFull()).toBe(true)
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected'])
  expect(intake.isFull()).toBe(false)
  await Promise.all(registrations(4).slice(2).map(intake.store))
  expect(stored(db).registrations).toHaveLength(4)
})

test('stores all waiting registrations before the process stops', async () => {
  const db = await fileDb()
  const intake = createIntake(db, zone, { maxBatch: 2 })
  const storing = Promise.all(registrations(5).map(intake.store))
  intake.drain()
  expect(stored(db).registrations).toHaveLength(5)
  await storing
})

test('rejecting thirty registrations takes less than five times as long as one', async () => {
  const db = await fileDb()
  const intake = createIntake(db, zone)
  const other = new Database(db.name)
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  const timed = async (count: number) => {
    const start = performance.now()
    const results = await Promise.allSettled(registrations(count).map(intake.store))
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']))
    return performance.now() - start
  }
  // Without a shared transaction, each registration would wait for the lock by itself.
  const thirty = Math.min(await timed(30), await timed(30))
  expect(thirty / (await timed(1))).toBeLessThan(5)
  other.exec('ROLLBACK')
  expect(stored(db).registrations).toEqual([])
})
