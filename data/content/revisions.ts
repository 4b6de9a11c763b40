/** Where content is stored: a row for each save of a section or list, with the whole value. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { forgetNewest, readNewest } from './newest-content.ts'
import type { Content, ContentKey } from './schema.ts'
import { defaultOf, readStored } from './stored.ts'

/** The newest so many revisions of each section are kept, and all that are younger than so many days. */
export const keptRevisions = 200
const keptDays = 30

/** Bytes of all revisions above which the oldest go before their 30 days are over, down to 200 of each section. */
const keptBytes = 512 * 1024 * 1024

export type Saved<T> = { value: T; revision: number }

/** Who saves, and when (ISO 8601 in UTC). */
export type Edit = { by: string | null; at: string }

/** Stores a value as the newest revision of its section, and returns its number. */
export function insertRevision(db: Db, key: ContentKey, value: unknown, { by, at }: Edit): number {
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO revisions (section, value, savedAt, savedBy, previous)
     VALUES (@key, @value, @at, @by, (SELECT coalesce(max(id), 0) FROM revisions WHERE section = @key))`,
  ).run({ key, value: JSON.stringify(value), at, by })
  forgetNewest(db, key)
  prepared(
    db,
    `DELETE FROM revisions WHERE section = @key AND savedAt < @since AND id <=
       (SELECT id FROM revisions WHERE section = @key ORDER BY id DESC LIMIT 1 OFFSET @kept)`,
  ).run({ key, since: daysBefore(at), kept: keptRevisions })
  return Number(lastInsertRowid)
}

/** A section's newest value, up to revision `asOf`; its default where there is none. `isBroken` as in `readStored`. */
export function readKey<K extends ContentKey>(db: Db, key: K, asOf?: number): Saved<Content[K]> & { isBroken: boolean } {
  const { value, revision, isBroken } = asOf === undefined ? readNewest(db, key) : readAsOf(db, key, asOf)
  const isUnsaved = revision === 0 || (isBroken && key === 'event')
  return { value: isUnsaved ? unsaved(db, key, asOf) : value, revision, isBroken }
}

function readAsOf<K extends ContentKey>(db: Db, key: K, asOf: number): Saved<Content[K]> & { isBroken: boolean } {
  const row = db
    .prepare<[string, number], { id: number; value: string }>(
      'SELECT id, value FROM revisions WHERE section = ? AND id <= ? ORDER BY id DESC LIMIT 1',
    )
    .get(key, asOf)
  if (!row) return { value: defaultOf(key), revision: 0, isBroken: false }
  return { ...readStored(key, JSON.parse(row.value)), revision: row.id }
}

/** What was never saved: its default. The event takes its name and description from the hero, which was there before it. */
function unsaved<K extends ContentKey>(db: Db, key: K, asOf?: number): Content[K] {
  const value = defaultOf(key)
  if (key !== 'event') return value
  const { title: name, description } = readKey(db, 'hero', asOf).value
  return { ...value, name, description }
}

/**
 * The revision of a section at an instant (ISO 8601 in UTC): 0 before the first. Where older ones are gone it is the oldest
 * that is kept, and not known.
 */
export function revisionAt(db: Db, key: ContentKey, time: string): { revision: number; isKnown: boolean } {
  const newest = prepared<{ id: number }>(
    db,
    'SELECT id FROM revisions WHERE section = ? AND savedAt <= ? ORDER BY savedAt DESC, id DESC LIMIT 1',
  ).get(key, time)
  if (newest) return { revision: newest.id, isKnown: true }
  const oldest = prepared<{ id: number; previous: number | null }>(
    db,
    'SELECT id, previous FROM revisions WHERE section = ? ORDER BY id LIMIT 1',
  ).get(key)
  // Before the oldest that is kept there was another, which nobody knows any more.
  return oldest && oldest.previous !== 0 ? { revision: oldest.id, isKnown: false } : { revision: 0, isKnown: true }
}

/** When one of these sections was saved last (ISO 8601 in UTC); null before the first save. */
export function lastSaved(db: Db, sections: readonly ContentKey[]): string | null {
  const newest = db.prepare<[string], string | null>('SELECT max(savedAt) FROM revisions WHERE section = ?').pluck()
  return sections
    .map((section) => newest.get(section) ?? null)
    .reduce((last, at) => (at && (!last || at > last) ? at : last), null)
}

/** Keeps the history within its bytes: of what is beyond them, all but the newest 200 revisions of each section goes. */
export function forgetOldRevisions(db: Db, bytes = keptBytes): void {
  db.prepare(
    `DELETE FROM revisions WHERE id IN (
       SELECT id FROM (SELECT id, sum(octet_length(value)) OVER (ORDER BY id DESC) AS bytes,
                         row_number() OVER (PARTITION BY section ORDER BY id DESC) AS position FROM revisions)
       WHERE bytes > @bytes AND position > @kept)`,
  ).run({ bytes, kept: keptRevisions })
}

function daysBefore(at: string): string {
  return new Date(Date.parse(at) - keptDays * 24 * 60 * 60 * 1000).toISOString()
}
