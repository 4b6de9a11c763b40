/**
 * The newest content as this connection has read it, so that a save costs what it changes: what has no newer revision is not
 * read again, and of a list that has one only the items that differ. Everybody gets the same values, which are frozen.
 */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { type StoredRow, storedValue } from './item-versions.ts'
import type { ContentKey } from './schema.ts'
import { defaultOf, type Read, storedReader } from './stored.ts'

type Newest<K extends ContentKey> = Read<K> & { revision: number }
/** `newest` is null where something may be stored that was not read yet. */
type Memory = { read: (stored: unknown) => Read<ContentKey>; newest: Newest<ContentKey> | null }

const memories = new WeakMap<Db, Map<ContentKey, Memory>>()
const storedTimes = new WeakMap<Db, number>()

/** A section's or list's newest value and its revision, 0 for its default. */
export function readNewest<K extends ContentKey>(db: Db, key: K): Newest<K> {
  const memory = memoryOf(db, key)
  const revision = newestRevision(db, key)
  if (memory.newest?.revision !== revision) memory.newest = { ...readRevision(db, key, revision, memory.read), revision }
  // What is remembered under K was read under K.
  return memory.newest as Newest<K>
}

/**
 * To be called when a revision is stored. One that is rolled back leaves its number to the next, so what was read under that
 * number counts no more.
 */
export function forgetNewest(db: Db, key: ContentKey): void {
  memoryOf(db, key).newest = null
  storedTimes.set(db, timesStored(db) + 1)
}

/** How often a revision was stored on this connection, those that were rolled back included. */
export const timesStored = (db: Db): number => storedTimes.get(db) ?? 0

function newestRevision(db: Db, key: ContentKey): number {
  return prepared<{ id: number | null }>(db, 'SELECT max(id) AS id FROM revisions WHERE section = ?').get(key)?.id ?? 0
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
