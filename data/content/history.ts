import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { type Change, changesBetween } from './changes.ts'
import { bytesOf, type StoredRow, storedValue } from './item-versions.ts'
import { readKey, revisionAt } from './revisions.ts'
import { type Content, type ContentKey, contentKeys } from './schema.ts'
import { eventBefore, readForEdit, versionOf } from './sections.ts'
import { defaultOf, readStored } from './stored.ts'

/**
 * A save: what it changed, when (ISO 8601 in UTC), and who made it; null when unknown or gone. `previous` is the section's
 * revision before, the way back from this save; null when that is not kept any more. `isCut` when what changed is too long to be told.
 */
export type HistoryEntry = {
  revision: number
  previous: number | null
  section: ContentKey
  at: string
  by: { id: string; name: string } | null
  changes: Change[]
  isCut?: true
}

type HistoryFilter = { section?: ContentKey | undefined; limit?: number | undefined; offset?: number | undefined }

/** A section as it stood at a revision. */
export type Revision = { [K in ContentKey]: { section: K; value: Content[K]; revision: number } }[ContentKey]

/** What would change in a section, and what it would then be. */
export type Difference = { section: ContentKey; changes: Change[]; value: unknown }

/** What would change in a section that went back to `revision`. */
export type WayBack = Difference & { revision: number }

/** Bytes of what changed that the entries of one listing tell; the entries beyond are without. */
const toldBytes = 4 * 1024 * 1024

type Row = {
  revision: number
  section: ContentKey
  at: string
  userId: string | null
  userName: string | null
  previous: number | null
  older: number | null
}

/**
 * The saves of one section or of all, newest first; 50 when not told how many. The oldest that is kept has no changes to
 * tell where the one before it is gone. What changed is read from one entry to the next, and of lists only what did.
 */
export function* listHistory(db: Db, { section, limit = 50, offset = 0 }: HistoryFilter): Generator<HistoryEntry> {
  const rows = db
    .prepare<{ section?: string | undefined; limit: number; offset: number }, Row>(
      `SELECT revisions.id AS revision, section, savedAt AS at, users.id AS userId, users.name AS userName, previous,
         (SELECT max(older.id) FROM revisions AS older WHERE older.section = revisions.section AND older.id < revisions.id) AS older
       FROM revisions LEFT JOIN users ON users.id = savedBy
       ${section ? 'WHERE section = @section' : ''} ORDER BY revisions.id DESC LIMIT @limit OFFSET @offset`,
    )
    .all({ section, limit, offset })
  let left = toldBytes
  for (const row of rows) {
    const told = whatChanged(db, row, left)
    if (told !== 'unknown' && told !== 'too long') left -= told.bytes
    yield {
      revision: row.revision,
      previous: told === 'unknown' ? null : row.previous,
      section: row.section,
      at: row.at,
      by: row.userId !== null && row.userName !== null ? { id: row.userId, name: row.userName } : null,
      changes: typeof told === 'object' ? told.changes : [],
      ...(told === 'too long' && { isCut: true }),
    }
  }
}

type Told = { changes: Change[]; bytes: number }

/** What a revision changed, and the bytes that were compared for it; 'unknown' where the one before it is not kept. */
function whatChanged(db: Db, { revision, section, previous, older }: Row, most: number): Told | 'unknown' | 'too long' {
  if (older === null && previous !== 0) return 'unknown'
  const [before, after] = [older === null ? null : rowOf(db, older), rowOf(db, revision)]
  if (!after) return 'unknown'
  // Only what is in one of two lists and not in the other has changed; the order is not told.
  const isList = after.items !== null && (before === null || before.items !== null)
  const [old, now] = isList ? differing(before?.items ?? '[]', after.items ?? '[]') : [before, after]
  const bytes = [old, now].reduce((sum, row) => sum + (row ? bytesIn(db, row) : 0), 0)
  if (bytes > most) return 'too long'
  return { changes: changesBetween(section, old ? storedValue(db, old) : defaultOf(section), now && storedValue(db, now)), bytes }
}

const rowOf = (db: Db, revision: number) =>
  prepared<StoredRow>(db, 'SELECT value, items FROM revisions WHERE id = ?').get(revision) ?? null

const bytesIn = (db: Db, { value, items }: StoredRow) => (items === null ? Buffer.byteLength(value) : bytesOf(db, items))

/** Of two lists of versions (JSON), those that are in one of them alone. */
function differing(before: string, after: string): [StoredRow, StoredRow] {
  const [old, now]: [number[], number[]] = [JSON.parse(before), JSON.parse(after)]
  const [inOld, inNow] = [new Set(old), new Set(now)]
  const row = (versions: number[]) => ({ value: '[]', items: JSON.stringify(versions) })
  return [row(old.filter((version) => !inNow.has(version))), row(now.filter((version) => !inOld.has(version)))]
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
    .prepare<[number], StoredRow & { section: ContentKey }>('SELECT section, value, items FROM revisions WHERE id = ?')
    .get(revision)
  if (!row || !contentKeys.includes(row.section)) return null
  return { section: row.section, value: readStored(row.section, storedValue(db, row)).value, revision } as Revision
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
