import type { Db } from '../db/db.ts'
import { prepared, readValue } from '../db/prepared.ts'
import { daysAfter } from '../time.ts'
import { forgetItemsBefore, type StoredRow, storedValue, storeItems } from './item-versions.ts'
import { forgetNewest, readNewest } from './newest-content.ts'
import { type Content, type ContentKey, isCollection } from './schema.ts'
import { forgetDeletedSlugs, withSlugs } from './slugs.ts'
import { defaultOf, readStored } from './stored.ts'

/**
 * A revision is deleted if it is older than `keptDays` and has this number of newer revisions. Above `keptBytes`, the oldest
 * revisions are deleted regardless of age.
 */
export const keptRevisionCount = 200
const keptDays = 30

export const keptBytes = 32 * 1024 * 1024

export type Saved<T> = { value: T; revision: number }

/** `speaker` is set if the change came through that speaker's link. */
export type Edit = { by: string | null; at: string; speaker?: string }

export function insertRevision(
  db: Db,
  key: ContentKey,
  value: unknown,
  { by, at, speaker = null }: Omit<Edit, 'speaker'> & { speaker?: string | null },
): number {
  return db.transaction(() => {
    const before = prepared<{ id: number; items: string | null }>(
      db,
      'SELECT id, items FROM revisions WHERE section = ? ORDER BY id DESC LIMIT 1',
    ).get(key)
    const text = isCollection(key) ? '[]' : JSON.stringify(value)
    const { lastInsertRowid } = prepared(
      db,
      `INSERT INTO revisions (section, value, savedAt, savedBy, savedBySpeaker, previous, bytes)
       VALUES (@key, @text, @at, @by, @speaker, @previous, octet_length(@text))`,
    ).run({ key, text, at, by, speaker, previous: before?.id ?? 0 })
    const revision = Number(lastInsertRowid)
    if (isCollection(key)) {
      // Adds slugs to items that were saved before slugs existed.
      const itemsWithSlugs = withSlugs(db, key, value as { id: string }[])
      forgetDeletedSlugs(db, key, itemsWithSlugs)
      storeItems(db, { key, revision, before: before?.items ?? null }, itemsWithSlugs)
    }
    forgetNewest(db, key)
    forgetOldRevisions(db, key, at)
    return revision
  })()
}

function forgetOldRevisions(db: Db, key: ContentKey, at: string): void {
  const until = Math.max(pastTheirTime(db, key, at), beyondTheirBytes(db, key))
  if (until === 0) return
  prepared(db, 'DELETE FROM revisions WHERE section = @key AND id <= @until').run({ key, until })
  const oldest = readValue<number | null>(db, 'SELECT min(id) FROM revisions WHERE section = ?', key)
  if (oldest && isCollection(key)) forgetItemsBefore(db, key, oldest)
}

function pastTheirTime(db: Db, key: ContentKey, at: string): number {
  const beyondCount = `SELECT id FROM revisions WHERE section = ? ORDER BY id DESC LIMIT 1 OFFSET ${keptRevisionCount}`
  const lastBeyondCount = readValue<number>(db, beyondCount, key)
  if (!lastBeyondCount) return 0
  const sinceThen = 'SELECT min(id) FROM revisions WHERE section = ? AND savedAt >= ?'
  const firstInTime = readValue<number | null>(db, sinceThen, key, daysAfter(at, -keptDays)) ?? Number.POSITIVE_INFINITY
  return Math.min(lastBeyondCount, firstInTime - 1)
}

function beyondTheirBytes(db: Db, key: ContentKey): number {
  const bytes = readValue<number | null>(db, 'SELECT sum(bytes) FROM revisions WHERE section = ?', key) ?? 0
  if (bytes <= keptBytes) return 0
  const beyond = `SELECT max(id) FROM (SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS total FROM revisions WHERE section = @key)
    WHERE total > ${keptBytes} AND id < (SELECT max(id) FROM revisions WHERE section = @key)`
  return readValue<number | null>(db, beyond, { key }) ?? 0
}

export function readKey<K extends ContentKey>(db: Db, key: K, asOf?: number): Saved<Content[K]> & { isBroken: boolean } {
  const { value, revision, isBroken } = asOf === undefined ? readNewest(db, key) : readAsOf(db, key, asOf)
  const isUnsaved = key === 'event' && (revision === 0 || isBroken)
  return { value: isUnsaved ? unsavedEvent(db, value, asOf) : value, revision, isBroken }
}

function readAsOf<K extends ContentKey>(db: Db, key: K, asOf: number): Saved<Content[K]> & { isBroken: boolean } {
  const row = prepared<StoredRow & { id: number }>(
    db,
    'SELECT id, value, items FROM revisions WHERE section = ? AND id <= ? ORDER BY id DESC LIMIT 1',
  ).get(key, asOf)
  if (!row) return { value: defaultOf(key), revision: 0, isBroken: false }
  return { ...readStored(key, storedValue(db, row)), revision: row.id }
}

function unsavedEvent<Value extends object>(db: Db, value: Value, asOf?: number): Value {
  const { title: name, description } = readKey(db, 'hero', asOf).value
  return { ...value, name, description }
}

/** `revision` is 0 before the first save. `isKnown` is false if the revision of that time was deleted. */
export function revisionAt(db: Db, key: ContentKey, time: string): { revision: number; isKnown: boolean } {
  const until = 'SELECT id FROM revisions WHERE section = ? AND savedAt <= ? ORDER BY savedAt DESC, id DESC LIMIT 1'
  const newest = readValue<number>(db, until, key, time)
  if (newest) return { revision: newest, isKnown: true }
  const oldest = prepared<{ id: number; previous: number | null }>(
    db,
    'SELECT id, previous FROM revisions WHERE section = ? ORDER BY id LIMIT 1',
  ).get(key)
  return oldest && oldest.previous !== 0 ? { revision: oldest.id, isKnown: false } : { revision: 0, isKnown: true }
}

export function lastSaved(db: Db, sections: readonly ContentKey[]): string | null {
  const saved = 'SELECT max(savedAt) FROM revisions WHERE section IN (SELECT value FROM json_each(?))'
  return readValue<string | null>(db, saved, JSON.stringify(sections)) ?? null
}
