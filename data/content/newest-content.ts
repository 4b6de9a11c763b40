import type { Db } from '../db/db.ts'
import { prepared, readValue } from '../db/prepared.ts'
import { type StoredRow, storedValue } from './item-versions.ts'
import type { ContentKey } from './schema.ts'
import { defaultOf, type Read, storedReader } from './stored.ts'

type Newest<K extends ContentKey> = Read<K> & { revision: number }
type Memory = { read: (stored: unknown) => Read<ContentKey>; newest: Newest<ContentKey> | null }

const memories = new WeakMap<Db, Map<ContentKey, Memory>>()
const storedTimes = new WeakMap<Db, number>()

export function readNewest<K extends ContentKey>(db: Db, key: K): Newest<K> {
  const memory = memoryOf(db, key)
  const revision = newestRevision(db, key)
  if (memory.newest?.revision !== revision) memory.newest = { ...readRevision(db, key, revision, memory.read), revision }
  return memory.newest as Newest<K>
}

/** Call this after each insert of a revision, because the cache key is the revision's number, which SQLite uses again after a rollback. */
export function forgetNewest(db: Db, key: ContentKey): void {
  memoryOf(db, key).newest = null
  storedTimes.set(db, timesStored(db) + 1)
}

export const timesStored = (db: Db): number => storedTimes.get(db) ?? 0

function newestRevision(db: Db, key: ContentKey): number {
  return readValue<number | null>(db, 'SELECT max(id) FROM revisions WHERE section = ?', key) ?? 0
}

function readRevision(db: Db, key: ContentKey, revision: number, read: Memory['read']): Read<ContentKey> {
  if (revision === 0) return { value: defaultOf(key), isBroken: false }
  const row = prepared<StoredRow>(db, 'SELECT value, items FROM revisions WHERE id = ?').get(revision)
  return read(row && storedValue(db, row))
}

function memoryOf(db: Db, key: ContentKey): Memory {
  const ofConnection = memories.get(db) ?? new Map<ContentKey, Memory>()
  memories.set(db, ofConnection)
  const memory = ofConnection.get(key) ?? { read: storedReader(key), newest: null }
  ofConnection.set(key, memory)
  return memory
}
