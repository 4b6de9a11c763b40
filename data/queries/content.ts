import { randomUUID } from 'node:crypto'
import type { Db } from '../db.ts'
import { itemDefaults } from '../defaults.ts'
import { brokenReferences, type FieldErrors, releaseReferences, ruleErrors } from '../references.ts'
import {
  type CollectionKey,
  type Content,
  type ContentKey,
  type Item,
  type ItemFields,
  itemIdentitySchema,
  itemSchemas,
  type SectionKey,
  sectionSchemas,
} from '../schema.ts'
import { defaultOf, readStored } from '../stored.ts'

/** Revisions kept of each section. Older ones are removed on save. */
export const keptRevisions = 200

export type Saved<T> = { value: T; revision: number }

/** Who saves, and when (ISO 8601 in UTC). */
export type Edit = { by: string | null; at: string }

export type ItemChange<K extends CollectionKey> =
  | { outcome: 'saved'; item: Item<K>; revision: number }
  | { outcome: 'invalid'; fields: FieldErrors }
  | { outcome: 'missing' }
  | { outcome: 'conflict' }

type Row = { id: number; value: string }

const sectionKeys = Object.keys(sectionSchemas) as SectionKey[]
const collectionKeys = Object.keys(itemSchemas) as CollectionKey[]

/** The number of the newest revision of any section; 0 before the first save. */
export function latestRevision(db: Db): number {
  return db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM revisions').pluck().get() ?? 0
}

/**
 * All content as it stands, and the newest revision in it. A stored section that no longer fits its schema falls back
 * to its default and is named in `broken`, so that one bad record cannot take the page down.
 */
export function readContent(db: Db): { content: Content; revision: number; broken: ContentKey[] } {
  return db.transaction(() => {
    const broken: ContentKey[] = []
    const read = (key: ContentKey) => {
      const { value, isBroken } = readKey(db, key)
      if (isBroken) broken.push(key)
      return [key, value] as const
    }
    // The keys and values come from the same registry, which the type system cannot follow through entries.
    const content = Object.fromEntries([...sectionKeys, ...collectionKeys].map(read)) as unknown as Content
    return { content, revision: latestRevision(db), broken }
  })()
}

/** A section's or collection's value and its revision (0 for the default): the current one, or as of revision `asOf`. */
export function readSection<K extends ContentKey>(db: Db, key: K, asOf?: number): Saved<Content[K]> {
  const { value, revision } = readKey(db, key, asOf)
  return { value, revision }
}

/**
 * Saves `change` over a section's current value. `expected` is the revision the editor had seen: null comes back,
 * and nothing is changed, when another save got in between.
 */
export function saveSection<K extends SectionKey>(
  db: Db,
  key: K,
  change: Partial<Content[K]>,
  edit: Edit,
  expected?: number,
): Saved<Content[K]> | null {
  return db
    .transaction(() => {
      const current = readSection(db, key)
      if (expected !== undefined && expected !== current.revision) return null
      const value = sectionSchemas[key].parse({ ...current.value, ...change }) as Content[K]
      return { value, revision: insertRevision(db, key, value, edit) }
    })
    .immediate()
}

/** Adds an item to a collection, its optional fields filled with their defaults. */
export function createItem<K extends CollectionKey>(db: Db, key: K, fields: Partial<ItemFields<K>>, edit: Edit): ItemChange<K> {
  const identity = { id: randomUUID(), createdAt: edit.at, updatedAt: edit.at }
  return changeCollection(db, key, edit, (items) => {
    const item = { ...itemDefaults[key], ...fields, ...identity } as unknown as Item<K>
    return { items: [...items, item], item }
  })
}

/** Changes some fields of an item. `expected` is the `updatedAt` the editor had seen. */
export function updateItem<K extends CollectionKey>(
  db: Db,
  key: K,
  id: string,
  fields: Partial<ItemFields<K>>,
  edit: Edit,
  expected?: string,
): ItemChange<K> {
  return changeCollection(db, key, edit, (items) => {
    const current = items.find((item) => item.id === id)
    if (!current) return 'missing'
    if (expected !== undefined && expected !== current.updatedAt) return 'conflict'
    const item = { ...current, ...fields, updatedAt: edit.at }
    return { items: items.map((other) => (other.id === id ? item : other)), item }
  })
}

/**
 * Removes an item. 'conflict' when others cannot do without it (a scenario that holds events); where they can, their
 * reference to it is cleared in the same transaction (an event keeps its place without its speaker).
 */
export function deleteItem<K extends CollectionKey>(db: Db, key: K, id: string, edit: Edit): 'deleted' | 'missing' | 'conflict' {
  return db
    .transaction(() => {
      const items = readItems(db, key)
      if (!items.some((item) => item.id === id)) return 'missing' as const
      const released = releaseReferences(key, id, (other) => readItems(db, other))
      if (released === 'conflict') return 'conflict' as const
      for (const { collection, items: kept } of released) insertRevision(db, collection, kept, edit)
      insertRevision(
        db,
        key,
        items.filter((item) => item.id !== id),
        edit,
      )
      return 'deleted' as const
    })
    .immediate()
}

function changeCollection<K extends CollectionKey>(
  db: Db,
  key: K,
  edit: Edit,
  change: (items: Item<K>[]) => { items: Item<K>[]; item: Item<K> } | 'missing' | 'conflict',
): ItemChange<K> {
  return db
    .transaction((): ItemChange<K> => {
      const changed = change(readItems(db, key))
      if (typeof changed === 'string') return { outcome: changed }
      const fields = { ...ruleErrors(key, changed.item), ...brokenReferences(key, changed.item, (other) => readItems(db, other)) }
      if (Object.keys(fields).length > 0) return { outcome: 'invalid', fields }
      // Checked whole here too: whatever a route forgot must not be stored.
      itemSchemas[key].extend(itemIdentitySchema.shape).parse(changed.item)
      return { outcome: 'saved', item: changed.item, revision: insertRevision(db, key, changed.items, edit) }
    })
    .immediate()
}

/** A collection's items. Their type follows from the key; TypeScript cannot reduce `Content[K]` to it by itself. */
function readItems<K extends CollectionKey>(db: Db, key: K): Item<K>[] {
  return readSection(db, key).value as unknown as Item<K>[]
}

function insertRevision(db: Db, key: ContentKey, value: unknown, { by, at }: Edit): number {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO revisions (section, value, savedAt, savedBy) VALUES (?, ?, ?, ?)')
    .run(key, JSON.stringify(value), at, by)
  db.prepare(
    `DELETE FROM revisions WHERE section = @key AND id <=
       (SELECT id FROM revisions WHERE section = @key ORDER BY id DESC LIMIT 1 OFFSET @kept)`,
  ).run({ key, kept: keptRevisions })
  return Number(lastInsertRowid)
}

function readKey<K extends ContentKey>(
  db: Db,
  key: K,
  asOf = Number.MAX_SAFE_INTEGER,
): Saved<Content[K]> & { isBroken: boolean } {
  const row = db
    .prepare<[string, number], Row>('SELECT id, value FROM revisions WHERE section = ? AND id <= ? ORDER BY id DESC LIMIT 1')
    .get(key, asOf)
  if (!row) return { value: defaultOf(key), revision: 0, isBroken: false }
  return { ...readStored(key, JSON.parse(row.value)), revision: row.id }
}
