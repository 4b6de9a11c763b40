import type { Db } from '../db/db.ts'
import { countRows, prepared } from '../db/prepared.ts'
import { type Change, changesBetween } from './changes.ts'
import { bytesOf, type StoredRow, storedValue } from './item-versions.ts'
import { readKey, revisionAt } from './revisions.ts'
import { type Content, type ContentKey, contentKeys } from './schema.ts'
import { eventBefore, readForEdit, versionOf } from './sections.ts'
import { defaultOf, readStored } from './stored.ts'

/** `previous` is null if the revision before was deleted. `isCut` is set if the changes are too large to list. */
export type HistoryEntry = {
  revision: number
  previous: number | null
  section: ContentKey
  at: string
  /** `isSpeaker` is set if a speaker saved through their own link. */
  by: { id: string; name: string; isSpeaker?: true } | null
  changes: Change[]
  isCut?: true
}

type HistoryFilter = { section?: ContentKey | undefined; limit?: number | undefined; offset?: number | undefined }

export type Revision = { [K in ContentKey]: { section: K; value: Content[K]; revision: number } }[ContentKey]

export type Difference = { section: ContentKey; changes: Change[]; value: unknown }

export type WayBack = Difference & { revision: number }

const maxChangesBytes = 4 * 1024 * 1024

type Row = {
  revision: number
  section: ContentKey
  at: string
  userId: string | null
  userName: string | null
  speakerId: string | null
  speakerName: string | null
  previous: number | null
  older: number | null
}

export function* listHistory(db: Db, { section, limit = 50, offset = 0 }: HistoryFilter): Generator<HistoryEntry> {
  const rows = prepared<Row>(
    db,
    `SELECT revisions.id AS revision, section, savedAt AS at, users.id AS userId, users.name AS userName, previous,
         savedBySpeaker AS speakerId, (SELECT value ->> 'name' FROM itemVersions
           WHERE section = 'speakers' AND item = savedBySpeaker ORDER BY id DESC LIMIT 1) AS speakerName,
         (SELECT max(older.id) FROM revisions AS older WHERE older.section = revisions.section AND older.id < revisions.id) AS older
       FROM revisions LEFT JOIN users ON users.id = savedBy
       ${section ? 'WHERE section = @section' : ''} ORDER BY revisions.id DESC LIMIT @limit OFFSET @offset`,
  ).all({ section, limit, offset })
  let remainingBytes = maxChangesBytes
  for (const row of rows) {
    const changesOrReason = whatChanged(db, row, remainingBytes)
    if (changesOrReason !== 'unknown' && changesOrReason !== 'too long') remainingBytes -= changesOrReason.bytes
    yield {
      revision: row.revision,
      previous: changesOrReason === 'unknown' ? null : row.previous,
      section: row.section,
      at: row.at,
      by: authorOf(row),
      changes: typeof changesOrReason === 'object' ? changesOrReason.changes : [],
      ...(changesOrReason === 'too long' && { isCut: true }),
    }
  }
}

function authorOf({ userId, userName, speakerId, speakerName }: Row): HistoryEntry['by'] {
  if (userId !== null && userName !== null) return { id: userId, name: userName }
  return speakerId !== null ? { id: speakerId, name: speakerName ?? '', isSpeaker: true } : null
}

type ChangesWithSize = { changes: Change[]; bytes: number }

function whatChanged(
  db: Db,
  { revision, section, previous, older }: Row,
  maxBytes: number,
): ChangesWithSize | 'unknown' | 'too long' {
  if (older === null && previous !== 0) return 'unknown'
  const [before, after] = [older === null ? null : rowOf(db, older), rowOf(db, revision)]
  if (!after) return 'unknown'
  const isList = after.items !== null && (before === null || before.items !== null)
  const [old, now] = isList ? differing(before?.items ?? '[]', after.items ?? '[]') : [before, after]
  const bytes = [old, now].reduce((sum, row) => sum + (row ? bytesIn(db, row) : 0), 0)
  if (bytes > maxBytes) return 'too long'
  return { changes: changesBetween(section, old ? storedValue(db, old) : defaultOf(section), now && storedValue(db, now)), bytes }
}

const rowOf = (db: Db, revision: number) =>
  prepared<StoredRow>(db, 'SELECT value, items FROM revisions WHERE id = ?').get(revision) ?? null

const bytesIn = (db: Db, { value, items }: StoredRow) => (items === null ? Buffer.byteLength(value) : bytesOf(db, items))

function differing(before: string, after: string): [StoredRow, StoredRow] {
  const [old, now]: [number[], number[]] = [JSON.parse(before), JSON.parse(after)]
  const [inOld, inNow] = [new Set(old), new Set(now)]
  const row = (versions: number[]) => ({ value: '[]', items: JSON.stringify(versions) })
  return [row(old.filter((version) => !inNow.has(version))), row(now.filter((version) => !inOld.has(version)))]
}

export function countHistory(db: Db, section?: ContentKey): number {
  return countRows(db, 'SELECT count(*) FROM revisions WHERE section = coalesce(?, section)', section ?? null)
}

/** Revision 0 is the state before the first save of `section`. */
export function readRevision(db: Db, revision: number, timeZone: string, section?: ContentKey): Revision | null {
  if (revision === 0) {
    const value = section === 'event' ? versionOf(db, section, 0, timeZone) : section && defaultOf(section)
    return value ? ({ section, value, revision } as Revision) : null
  }
  const ofRevision = 'SELECT section, value, items FROM revisions WHERE id = ?'
  const row = prepared<StoredRow & { section: ContentKey }>(db, ofRevision).get(revision)
  if (!row || !contentKeys.includes(row.section)) return null
  return { section: row.section, value: readStored(row.section, storedValue(db, row)).value, revision } as Revision
}

function revisionsAt(db: Db, time: string): Map<ContentKey, number> | null {
  const revisions = contentKeys.map((key) => ({ key, ...revisionAt(db, key, time) }))
  return revisions.every(({ isKnown }) => isKnown) ? new Map(revisions.map(({ key, revision }) => [key, revision])) : null
}

/** `time` is ISO 8601 in UTC. Returns null if a revision from that time was deleted. */
export function differencesTo(db: Db, time: string, timeZone: string): WayBack[] | null {
  const revisions = revisionsAt(db, time)
  if (!revisions) return null
  return [...revisions].flatMap(([section, revision]) => {
    const now = section === 'event' ? readForEdit(db, section, timeZone).value : readKey(db, section).value
    const value =
      section === 'event' && revision === 0
        ? eventBefore(db, timeZone, revisions.get('hero') ?? 0)
        : readKey(db, section, revision).value
    const changes = changesBetween(section, now, value)
    return changes.length > 0 || !sameOrder(now, value) ? [{ section, revision, changes, value }] : []
  })
}

export function waysBack(db: Db, time: string, timeZone: string): WayBack[] | null {
  return db.transaction(() => differencesTo(db, time, timeZone))()
}

function sameOrder(now: unknown, then: unknown): boolean {
  const ids = (list: unknown) => (Array.isArray(list) ? list.map(({ id }) => id).join() : '')
  return ids(now) === ids(then)
}
