/**
 * Lists as they are stored: each version of an item once, in `itemVersions`, and with each revision of the list the numbers of
 * the versions that it holds, in their order. A save of one item stores that item, however many there are.
 */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import type { CollectionKey } from './schema.ts'

/** What a row of `revisions` holds: the value itself, or the versions of a list's items. */
export type StoredRow = { value: string; items: string | null }

/** The value that a revision stands for, as it was stored. */
export function storedValue(db: Db, row: StoredRow): unknown {
  return row.items === null ? JSON.parse(row.value) : itemsOf(db, row.items)
}

/** The items with these numbers (JSON), in their order, as they were stored. */
function itemsOf(db: Db, versions: string): unknown[] {
  return textsOf(db, versions).map(({ value }) => JSON.parse(value))
}

/** The bytes of the items with these numbers (JSON), without reading them. */
export function bytesOf(db: Db, versions: string): number {
  const sum =
    'SELECT coalesce(sum(octet_length(value)), 0) AS bytes FROM itemVersions WHERE id IN (SELECT value FROM json_each(?))'
  return prepared<{ bytes: number }>(db, sum).get(versions)?.bytes ?? 0
}

/**
 * Stores what a revision of a list holds, and notes with the revision how many bytes that took. Of the revision before it,
 * `before`, the items that are the same to the letter are not stored again; those that it alone holds are marked as gone since.
 */
export function storeItems(
  db: Db,
  { key, revision, before }: { key: CollectionKey; revision: number; before: string | null },
  items: readonly { id: string }[],
): void {
  const left = new Map(before === null ? [] : textsOf(db, before).map(({ id, value }) => [value, id]))
  const known = new Map(left)
  let bytes = 0
  const add = prepared(db, 'INSERT INTO itemVersions (section, item, value) VALUES (@key, @item, @value)')
  const versions = items.map((item) => {
    const value = JSON.stringify(item)
    left.delete(value)
    const stored = known.get(value)
    if (stored !== undefined) return stored
    bytes += Buffer.byteLength(value)
    const id = Number(add.run({ key, item: item.id, value }).lastInsertRowid)
    known.set(value, id)
    return id
  })
  const goes = prepared(db, 'UPDATE itemVersions SET gone = @revision WHERE id = @id')
  for (const id of left.values()) goes.run({ revision, id })
  const list = JSON.stringify(versions)
  bytes += list.length
  prepared(db, 'UPDATE revisions SET items = @list, bytes = @bytes WHERE id = @revision').run({ list, bytes, revision })
}

/** Deletes the items that no revision from `oldest` on holds. */
export function forgetItemsBefore(db: Db, key: CollectionKey, oldest: number): void {
  prepared(db, 'DELETE FROM itemVersions WHERE section = @key AND gone <= @oldest').run({ key, oldest })
}

/** An item as it was when `updatedAt` was the time of its last change; undefined when that is not kept. */
export function versionAt(db: Db, key: CollectionKey, id: string, updatedAt: string): unknown {
  const row = prepared<{ value: string }>(
    db,
    `SELECT value FROM itemVersions WHERE section = @key AND item = @id AND value ->> 'updatedAt' = @updatedAt ORDER BY id DESC LIMIT 1`,
  ).get({ key, id, updatedAt })
  return row && JSON.parse(row.value)
}

/** The revision that took an item from its list last; null when none is kept or it is there. */
export function goneWith(db: Db, key: CollectionKey, id: string): number | null {
  const row = prepared<{ gone: number | null; isThere: number }>(
    db,
    'SELECT max(gone) AS gone, count(*) > count(gone) AS isThere FROM itemVersions WHERE section = @key AND item = @id',
  ).get({ key, id })
  return row && !row.isThere ? row.gone : null
}

function textsOf(db: Db, versions: string): { id: number; value: string }[] {
  return prepared<{ id: number; value: string }>(
    db,
    `SELECT itemVersions.id, itemVersions.value FROM json_each(?) AS held JOIN itemVersions ON itemVersions.id = held.value
     ORDER BY held.key`,
  ).all(versions)
}
