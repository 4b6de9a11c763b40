/** Each version of an item is stored once. A revision of a list stores the numbers of its items' versions as JSON. */
import type { Db } from '../db/db.ts'
import { prepared, readValue } from '../db/prepared.ts'
import type { CollectionKey } from './schema.ts'

export type StoredRow = { value: string; items: string | null }

export function storedValue(db: Db, row: StoredRow): unknown {
  return row.items === null ? JSON.parse(row.value) : itemsOf(db, row.items)
}

function itemsOf(db: Db, versions: string): unknown[] {
  return textsOf(db, versions).map(({ value }) => JSON.parse(value))
}

export function bytesOf(db: Db, versions: string): number {
  const sum = 'SELECT coalesce(sum(octet_length(value)), 0) FROM itemVersions WHERE id IN (SELECT value FROM json_each(?))'
  return readValue<number>(db, sum, versions) ?? 0
}

/** Items that are unchanged since the revision `before` keep their version number. */
export function storeItems(
  db: Db,
  { key, revision, before }: { key: CollectionKey; revision: number; before: string | null },
  items: readonly { id: string }[],
): void {
  const unusedVersions = new Map(before === null ? [] : textsOf(db, before).map(({ id, value }) => [value, id]))
  const versionByText = new Map(unusedVersions)
  let bytes = 0
  const add = prepared(db, 'INSERT INTO itemVersions (section, item, value) VALUES (@key, @item, @value)')
  const versions = items.map((item) => {
    const value = JSON.stringify(item)
    unusedVersions.delete(value)
    const stored = versionByText.get(value)
    if (stored !== undefined) return stored
    bytes += Buffer.byteLength(value)
    const id = Number(add.run({ key, item: item.id, value }).lastInsertRowid)
    versionByText.set(value, id)
    return id
  })
  const goes = prepared(db, 'UPDATE itemVersions SET gone = @revision WHERE id = @id')
  for (const id of unusedVersions.values()) goes.run({ revision, id })
  const list = JSON.stringify(versions)
  bytes += list.length
  prepared(db, 'UPDATE revisions SET items = @list, bytes = @bytes WHERE id = @revision').run({ list, bytes, revision })
}

export function forgetItemsBefore(db: Db, key: CollectionKey, oldest: number): void {
  prepared(db, 'DELETE FROM itemVersions WHERE section = @key AND gone <= @oldest').run({ key, oldest })
}

export function versionAt(db: Db, key: CollectionKey, id: string, updatedAt: string): unknown {
  const value = readValue<string>(
    db,
    `SELECT value FROM itemVersions WHERE section = @key AND item = @id AND value ->> 'updatedAt' = @updatedAt ORDER BY id DESC LIMIT 1`,
    { key, id, updatedAt },
  )
  return value && JSON.parse(value)
}

export function removalRevision(db: Db, key: CollectionKey, id: string): number | null {
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
