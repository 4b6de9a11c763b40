import type { Db } from '../db/db.ts'
import { type Change, changesBetween } from './changes.ts'
import { readKey, revisionAt } from './revisions.ts'
import { type Content, type ContentKey, itemSchemas, sectionSchemas } from './schema.ts'
import { eventBefore, readForEdit, versionOf } from './sections.ts'
import { defaultOf, readStored } from './stored.ts'

/**
 * A save: what it changed, when (ISO 8601 in UTC), and who made it; null when unknown or gone. `previous` is the section's
 * revision before, the way back from this save; null when that is not kept any more.
 */
export type HistoryEntry = {
  revision: number
  previous: number | null
  section: ContentKey
  at: string
  by: { id: string; name: string } | null
  changes: Change[]
}

type HistoryFilter = { section?: ContentKey | undefined; limit?: number | undefined; offset?: number | undefined }

/** A section as it stood at a revision. */
export type Revision = { [K in ContentKey]: { section: K; value: Content[K]; revision: number } }[ContentKey]

/** What would change in a section, and what it would then be. */
export type Difference = { section: ContentKey; changes: Change[]; value: unknown }

/** What would change in a section that went back to `revision`. */
export type WayBack = Difference & { revision: number }

/** All that is content, in the order of the page. */
export const contentKeys = [...Object.keys(sectionSchemas), ...Object.keys(itemSchemas)] as ContentKey[]

type Row = {
  revision: number
  section: ContentKey
  value: string
  at: string
  userId: string | null
  userName: string | null
  previous: number | null
  before: string | null
}

/**
 * The saves of one section or of all, newest first; 50 when not told how many. The oldest that is kept has no changes to
 * tell where the one before it is gone.
 */
export function listHistory(db: Db, { section, limit = 50, offset = 0 }: HistoryFilter): HistoryEntry[] {
  const rows = db
    .prepare<{ section?: string | undefined; limit: number; offset: number }, Row>(
      `SELECT revisions.id AS revision, section, value, savedAt AS at, users.id AS userId, users.name AS userName, previous,
         (SELECT value FROM revisions AS older WHERE older.section = revisions.section AND older.id < revisions.id
          ORDER BY older.id DESC LIMIT 1) AS before
       FROM revisions LEFT JOIN users ON users.id = savedBy
       ${section ? 'WHERE section = @section' : ''} ORDER BY revisions.id DESC LIMIT @limit OFFSET @offset`,
    )
    .all({ section, limit, offset })
  // The value before one save is the value of another: each is read once.
  const read = new Map<string, unknown>()
  const parse = (text: string) => read.get(text) ?? read.set(text, JSON.parse(text)).get(text)
  return rows.map((row) => {
    const before = row.before === null ? (row.previous === 0 ? defaultOf(row.section) : null) : parse(row.before)
    return {
      revision: row.revision,
      previous: before === null ? null : row.previous,
      section: row.section,
      at: row.at,
      by: row.userId !== null && row.userName !== null ? { id: row.userId, name: row.userName } : null,
      changes: before === null ? [] : changesBetween(row.section, before, parse(row.value)),
    }
  })
}

/** How many saves there are to read of, of one section or of all. */
export function countHistory(db: Db, section?: ContentKey): number {
  const count = db.prepare<unknown[], number>(`SELECT count(*) FROM revisions ${section ? 'WHERE section = ?' : ''}`).pluck()
  return count.get(...(section ? [section] : [])) ?? 0
}

/**
 * A section as it stood at a revision. 0 is `section` before its first save: its default, or the event as the hero tells
 * it. Null when there is no such revision (any more).
 */
export function readRevision(db: Db, revision: number, timeZone: string, section?: ContentKey): Revision | null {
  if (revision === 0) {
    const value = section === 'event' ? versionOf(db, section, 0, timeZone) : section && defaultOf(section)
    return value ? ({ section, value, revision } as Revision) : null
  }
  const row = db
    .prepare<[number], { section: ContentKey; value: string }>('SELECT section, value FROM revisions WHERE id = ?')
    .get(revision)
  if (!row || !contentKeys.includes(row.section)) return null
  return { section: row.section, value: readStored(row.section, JSON.parse(row.value)).value, revision } as Revision
}

/**
 * How every section stood at an instant (ISO 8601 in UTC): the number of its revision, 0 where it was the default. Null
 * when that is not known of all of them any more.
 */
function revisionsAt(db: Db, time: string): Map<ContentKey, number> | null {
  const found = contentKeys.map((key) => ({ key, ...revisionAt(db, key, time) }))
  return found.every(({ isKnown }) => isKnown) ? new Map(found.map(({ key, revision }) => [key, revision])) : null
}

/** Every section as it stood at an instant, beside how it stands now, where the two differ; null as in `revisionsAt`. */
export function differencesTo(db: Db, time: string, timeZone: string): WayBack[] | null {
  const revisions = revisionsAt(db, time)
  if (!revisions) return null
  return [...revisions].flatMap(([section, revision]) => {
    const now = section === 'event' ? readForEdit(db, section, timeZone).value : readKey(db, section).value
    // The event was then what the hero of then says of it, if it had not been saved yet.
    const value =
      section === 'event' && revision === 0
        ? eventBefore(db, timeZone, revisions.get('hero') ?? 0)
        : readKey(db, section, revision).value
    const changes = changesBetween(section, now, value)
    // Where nothing changes to the eye the order of a list still may.
    return changes.length > 0 || !sameOrder(now, value) ? [{ section, revision, changes, value }] : []
  })
}

/** What would change, by section, if everything went back to an instant; null as in `revisionsAt`. */
export function waysBack(db: Db, time: string, timeZone: string): WayBack[] | null {
  return db.transaction(() => differencesTo(db, time, timeZone))()
}

function sameOrder(now: unknown, then: unknown): boolean {
  const ids = (list: unknown) => (Array.isArray(list) ? list.map(({ id }) => id).join() : '')
  return ids(now) === ids(then)
}
