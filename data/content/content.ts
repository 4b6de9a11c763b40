import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { timeAfter } from '../time.ts'
import { itemDefaults } from './defaults.ts'
import { contradictory, withBoth } from './event-speakers.ts'
import { newItemId } from './item-id.ts'
import { versionAt } from './item-versions.ts'
import { boundErrors } from './list-bounds.ts'
import { type Conflicts, mergeChanges } from './merge.ts'
import { timesStored } from './newest-content.ts'
import { brokenReferences, releaseReferences } from './references.ts'
import { type Edit, insertRevision, readKey, type Saved } from './revisions.ts'
import { type FieldErrors, ruleErrors } from './rules.ts'
import {
  type AgendaEvent,
  type CollectionKey,
  type Content,
  type ContentKey,
  contentKeys,
  type Item,
  type ItemFields,
  itemIdentitySchema,
  itemSchemas,
} from './schema.ts'
import { slugErrors, withSlugs } from './slugs.ts'
import { readStored } from './stored.ts'

/** What was not saved because others saved meanwhile; `conflicts` is null when the version it is based on is not known. */
export type Conflict = { outcome: 'conflict'; conflicts: Conflicts | null }

/** `merged` names the fields that others changed since the version the change is based on. */
type ItemChange<K extends CollectionKey> =
  | { outcome: 'saved'; item: Item<K>; revision: number; merged: string[] }
  | { outcome: 'invalid'; fields: FieldErrors }
  | { outcome: 'missing' }
  | Conflict

/** 'unchanged' where an item that was made before was to be made again. */
type Creation<K extends CollectionKey> = ItemChange<K> | { outcome: 'unchanged'; item: Item<K> }

/** The same of several items: what is said of each stands where it stood in the call. */
export type ItemsChange<K extends CollectionKey> =
  | { outcome: 'saved'; items: Item<K>[]; revision: number; merged: string[][] }
  | { outcome: 'invalid'; fields: readonly FieldErrors[] }
  | RefusedItems

/** None was changed: the ids of those that are not there, and by their ids what others changed as well. */
export type RefusedItems = { outcome: 'refused'; missing: string[]; conflicts: Map<string, Conflicts | null> }

/** The number of the newest revision of any section; 0 before the first save. */
export function latestRevision(db: Db): number {
  return prepared<{ id: number | null }>(db, 'SELECT max(id) AS id FROM revisions').get()?.id ?? 0
}

/** Says which content is the newest: another text after each save, by whomever, and after one that was rolled back. */
export function contentVersion(db: Db): string {
  return `${latestRevision(db)}-${timesStored(db)}`
}

type ReadContent = { content: Content; revision: number; broken: ContentKey[] }

const lastRead = new WeakMap<Db, { version: string; read: ReadContent }>()

/**
 * All content as it stands, and the newest revision in it. A stored section that no longer fits its schema falls back
 * to its default and is named in `broken`, so that one bad record cannot take the page down. The same object until something is stored.
 */
export function readContent(db: Db): ReadContent {
  const version = contentVersion(db)
  const last = lastRead.get(db)
  if (last?.version === version) return last.read
  const read = readAll(db)
  lastRead.set(db, { version, read })
  return read
}

function readAll(db: Db): ReadContent {
  return db.transaction(() => {
    const broken: ContentKey[] = []
    const read = (key: ContentKey) => {
      const { value, isBroken } = readKey(db, key)
      if (isBroken) broken.push(key)
      return [key, value] as const
    }
    // The keys and values come from the same registry, which the type system cannot follow through entries.
    const content = Object.fromEntries(contentKeys.map(read)) as unknown as Content
    return { content: Object.freeze(content), revision: latestRevision(db), broken }
  })()
}

/** A section's or collection's value and its revision (0 for the default): the current one, or as of revision `asOf`. */
export function readSection<K extends ContentKey>(db: Db, key: K, asOf?: number): Saved<Content[K]> {
  const { value, revision } = readKey(db, key, asOf)
  return { value, revision }
}

/** `base` is null when the version that the change is based on is not known any more. */
export function mergeOver(base: object | null, theirs: object, change: object) {
  return base ? mergeChanges({ ...base }, { ...theirs }, { ...change }) : { conflicts: null }
}

/**
 * Adds an item to a collection, its optional fields filled with their defaults; under an `id` of the caller's once: where it is
 * there already, what is sent differently now is a change of what was added, merged as in `saveSection`.
 */
export function createItem<K extends CollectionKey>(
  db: Db,
  key: K,
  fields: Partial<ItemFields<K>>,
  edit: Edit,
  id?: string,
): Creation<K> {
  if (id === undefined) return addItem(db, key, fields, edit, newItemId())
  return db
    .transaction((): Creation<K> => {
      const made = readItems(db, key).find((item) => item.id === id)
      return made ? createAgain(db, key, made, fields, edit) : addItem(db, key, fields, edit, id)
    })
    .immediate()
}

function createAgain<K extends CollectionKey>(
  db: Db,
  key: K,
  made: Item<K>,
  fields: Partial<ItemFields<K>>,
  edit: Edit,
): Creation<K> {
  const first: Record<string, unknown> | null = itemVersion(db, key, made.id, made.createdAt)
  // Where no address is asked for, the one stays that was made for it.
  const said = Object.entries(fields).filter(([name, value]) => name !== 'slug' || value !== '')
  if (first && said.every(([name, value]) => isDeepStrictEqual(value, first[name]))) return { outcome: 'unchanged', item: made }
  return updateItem(db, key, made.id, Object.fromEntries(said) as Partial<ItemFields<K>>, edit, made.createdAt)
}

function addItem<K extends CollectionKey>(db: Db, key: K, fields: Partial<ItemFields<K>>, edit: Edit, id: string): ItemChange<K> {
  const identity = { id, createdAt: edit.at, updatedAt: edit.at }
  const change = changeCollection(db, key, edit, (items) => {
    const whole = withBoth(key, fields, itemDefaults.events)
    if (whole === 'contradictory') return invalid
    const item = { ...itemDefaults[key], ...whole, ...identity } as unknown as Item<K>
    return { items: [...items, item], changed: [{ item, sent: fields, merged: [] }] }
  })
  return onlyOne(change)
}

/** Changes some fields of an item. `expected` is the `updatedAt` the editor had seen; merged as in `saveSection`. */
export function updateItem<K extends CollectionKey>(
  db: Db,
  key: K,
  id: string,
  fields: Partial<ItemFields<K>>,
  edit: Edit,
  expected?: string,
): ItemChange<K> {
  return onlyOne(updateItems(db, key, [{ id, fields, expected }], edit))
}

/** What to change in an item, and the `updatedAt` that the editor had seen. */
type ItemUpdate<K extends CollectionKey> = { id: string; fields: Partial<ItemFields<K>>; expected?: string | undefined }

/** Changes several items of a collection as one revision: all of them, or none. Each is merged as in `updateItem`. */
export function updateItems<K extends CollectionKey>(
  db: Db,
  key: K,
  updates: readonly ItemUpdate<K>[],
  edit: Edit,
): ItemsChange<K> {
  return changeCollection(db, key, edit, (before) => {
    const items = [...before]
    const changed: Changed<K>[] = []
    const refused: RefusedItems = { outcome: 'refused', missing: [], conflicts: new Map() }
    for (const { id, fields, expected } of updates) {
      const index = items.findIndex((item) => item.id === id)
      const current = items[index]
      if (!current) {
        refused.missing.push(id)
        continue
      }
      const isOvertaken = expected !== undefined && expected !== current.updatedAt
      const base = isOvertaken ? itemVersion(db, key, id, expected) : null
      // Only an event is asked who speaks at it; the type does not follow from the key.
      const whole = withBoth(key, fields, (base ?? current) as unknown as AgendaEvent)
      if (whole === 'contradictory') return invalid
      const merge = isOvertaken ? mergeOver(base && fieldsOf(base), fieldsOf(current), whole) : { change: whole, merged: [] }
      if ('conflicts' in merge) {
        refused.conflicts.set(id, merge.conflicts)
        continue
      }
      const item = { ...current, ...merge.change, updatedAt: timeAfter(current.updatedAt, edit.at) }
      items[index] = item
      changed.push({ item, sent: fields, merged: merge.merged })
    }
    return refused.missing.length + refused.conflicts.size > 0 ? refused : { items, changed }
  })
}

function fieldsOf<K extends CollectionKey>({ id: _, createdAt: __, updatedAt: ___, ...fields }: Item<K>): object {
  return fields
}

/**
 * Removes an item. 'conflict' when others cannot do without it (a scenario that holds events); where they can, their
 * reference to it is cleared in the same transaction (an event stays, without its speaker).
 */
export function deleteItem<K extends CollectionKey>(db: Db, key: K, id: string, edit: Edit): 'deleted' | 'missing' | 'conflict' {
  return db
    .transaction(() => {
      const items = readItems(db, key)
      if (!items.some((item) => item.id === id)) return 'missing' as const
      const released = releaseReferences(key, id, (other) => readItems(db, other))
      if (released === 'conflict') return 'conflict' as const
      for (const { collection, items: kept, changed } of released) {
        const stamp = (item: (typeof kept)[number]) =>
          changed.has(item.id) ? { ...item, updatedAt: timeAfter(item.updatedAt, edit.at) } : item
        insertRevision(db, collection, kept.map(stamp), edit)
      }
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

const invalid = { outcome: 'invalid', fields: [contradictory] } as const

/** Messages at the field that was sent, where that stands for another. */
function asSent({ speakerIds, ...others }: FieldErrors, sent: object): FieldErrors {
  return speakerIds ? { ...others, ['speakerIds' in sent ? 'speakerIds' : 'speakerId']: speakerIds } : others
}

/** An item as it is to be, the fields that the caller sent, and those that others changed meanwhile. */
type Changed<K extends CollectionKey> = { item: Item<K>; sent: object; merged: string[] }

function changeCollection<K extends CollectionKey>(
  db: Db,
  key: K,
  edit: Edit,
  change: (items: Item<K>[]) => { items: Item<K>[]; changed: Changed<K>[] } | RefusedItems | typeof invalid,
): ItemsChange<K> {
  return db
    .transaction((): ItemsChange<K> => {
      const before = readItems(db, key)
      const result = change(before)
      if ('outcome' in result) return result
      const { items, changed } = result
      const tooMuch = boundErrors(key, before, items)
      const all = changed.map(({ item }) => item)
      const taken = slugErrors(db, key, all)
      const fields = changed.map(({ item, sent }, index) => {
        const broken = brokenReferences(key, item, (other) => readItems(db, other))
        return { ...tooMuch, ...ruleErrors(key, item), ...taken[index], ...asSent(broken, sent) }
      })
      if (fields.some((errors) => Object.keys(errors).length > 0)) return { outcome: 'invalid', fields }
      // Validated again: whatever a route forgot to check must not be stored. Its fields are then in the order in which they
      // are read, and the next save finds the item stored to the letter.
      const schema = itemSchemas[key].extend(itemIdentitySchema.shape)
      const whole = withSlugs(db, key, all)
      const checked = new Map(all.map((item, index) => [item, schema.parse(whole[index]) as unknown as Item<K>]))
      const revision = insertRevision(
        db,
        key,
        items.map((item) => checked.get(item) ?? item),
        edit,
      )
      return { outcome: 'saved', items: [...checked.values()], revision, merged: changed.map(({ merged }) => merged) }
    })
    .immediate()
}

/** The change of a single item. */
function onlyOne<K extends CollectionKey>(change: ItemsChange<K>): ItemChange<K> {
  if (change.outcome === 'invalid') return { outcome: 'invalid', fields: change.fields[0] ?? {} }
  if (change.outcome === 'refused') {
    if (change.missing.length > 0) return { outcome: 'missing' }
    return { outcome: 'conflict', conflicts: [...change.conflicts.values()][0] ?? null }
  }
  const [item] = change.items
  if (!item) throw new Error('no item was changed')
  return { outcome: 'saved', item, revision: change.revision, merged: change.merged[0] ?? [] }
}

/** A collection's items. Their type follows from the key; TypeScript cannot reduce `Content[K]` to it by itself. */
function readItems<K extends CollectionKey>(db: Db, key: K): Item<K>[] {
  return readSection(db, key).value as unknown as Item<K>[]
}

/** A section's value at one of its own revisions, 0 for its default; null when that revision is not kept. */
export function revisionOf<K extends ContentKey>(db: Db, key: K, revision: number): Content[K] | null {
  const saved = readSection(db, key, revision)
  return saved.revision === revision ? saved.value : null
}

/** The item as it was when `updatedAt` was the time of its last change; null when no kept revision has it. */
function itemVersion<K extends CollectionKey>(db: Db, key: K, id: string, updatedAt: string): Item<K> | null {
  const stored = versionAt(db, key, id, updatedAt)
  const [item] = stored ? (readStored(key, [stored]).value as unknown as Item<K>[]) : []
  return item ?? null
}
