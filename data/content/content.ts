import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../db/db.ts'
import { inTransaction, readValue } from '../db/prepared.ts'
import { timeAfter } from '../time.ts'
import { itemDefaults } from './defaults.ts'
import { contradictory, withBothSpeakerFields } from './event-speakers.ts'
import { newItemId } from './item-id.ts'
import { versionAt } from './item-versions.ts'
import { boundErrors } from './list-bounds.ts'
import { type Conflicts, mergeChanges } from './merge.ts'
import { timesStored } from './newest-content.ts'
import { conditionErrors } from './questions.ts'
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
  type Question,
} from './schema.ts'
import { slugErrors, withSlugs } from './slugs.ts'
import { readStored } from './stored.ts'

/** `conflicts` is null if the version that the editor started from is no longer stored. */
export type Conflict = { outcome: 'conflict'; conflicts: Conflicts | null }

/** `merged` names fields that other editors saved in the meantime. */
type ItemChange<K extends CollectionKey> =
  | { outcome: 'saved'; item: Item<K>; revision: number; merged: string[] }
  | { outcome: 'invalid'; fields: FieldErrors }
  | { outcome: 'missing' }
  | Conflict

type Creation<K extends CollectionKey> = ItemChange<K> | { outcome: 'unchanged'; item: Item<K> }

export type ItemsChange<K extends CollectionKey> =
  | { outcome: 'saved'; items: Item<K>[]; revision: number; merged: string[][] }
  | { outcome: 'invalid'; fields: readonly FieldErrors[] }
  | RefusedItems

export type RefusedItems = { outcome: 'refused'; missing: string[]; conflicts: Map<string, Conflicts | null> }

export function latestRevision(db: Db): number {
  return readValue<number | null>(db, 'SELECT max(id) FROM revisions') ?? 0
}

export function contentVersion(db: Db): string {
  return `${latestRevision(db)}-${timesStored(db)}`
}

type ReadContent = { content: Content; revision: number; broken: ContentKey[] }

const lastRead = new WeakMap<Db, { version: string; read: ReadContent }>()

/** `broken` names sections and lists whose stored value is partly invalid. */
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
    const content = Object.fromEntries(contentKeys.map(read)) as unknown as Content
    return { content: Object.freeze(content), revision: latestRevision(db), broken }
  })()
}

export function readSection<K extends ContentKey>(db: Db, key: K, asOf?: number): Saved<Content[K]> {
  const { value, revision } = readKey(db, key, asOf)
  return { value, revision }
}

export function mergeOver(base: object | null, theirs: object, change: object) {
  return base ? mergeChanges({ ...base }, { ...theirs }, { ...change }) : { conflicts: null }
}

/** If an item with `id` exists, merges the fields into this item, so that a repeated request adds nothing. */
export function createItem<K extends CollectionKey>(
  db: Db,
  key: K,
  fields: Partial<ItemFields<K>>,
  edit: Edit,
  id?: string,
): Creation<K> {
  if (id === undefined) return addItem(db, key, fields, edit, newItemId())
  return inTransaction(db, () => {
    const existingItem = readItems(db, key).find((item) => item.id === id)
    return existingItem ? createAgain(db, key, existingItem, fields, edit) : addItem(db, key, fields, edit, id)
  })
}

function createAgain<K extends CollectionKey>(
  db: Db,
  key: K,
  existingItem: Item<K>,
  fields: Partial<ItemFields<K>>,
  edit: Edit,
): Creation<K> {
  const firstVersion: Record<string, unknown> | null = itemVersion(db, key, existingItem.id, existingItem.createdAt)
  const sentFields = Object.entries(fields).filter(([name, value]) => name !== 'slug' || value !== '')
  if (firstVersion && sentFields.every(([name, value]) => isDeepStrictEqual(value, firstVersion[name])))
    return { outcome: 'unchanged', item: existingItem }
  const change = Object.fromEntries(sentFields) as Partial<ItemFields<K>>
  return updateItem(db, key, existingItem.id, change, edit, existingItem.createdAt)
}

function addItem<K extends CollectionKey>(db: Db, key: K, fields: Partial<ItemFields<K>>, edit: Edit, id: string): ItemChange<K> {
  const identity = { id, createdAt: edit.at, updatedAt: edit.at }
  const change = changeCollection(db, key, edit, (items) => {
    const completeFields = withBothSpeakerFields(key, fields, itemDefaults.events)
    if (completeFields === 'contradictory') return invalid
    const item = { ...itemDefaults[key], ...completeFields, ...identity } as unknown as Item<K>
    return { items: [...items, item], changed: [{ item, sent: fields, merged: [] }] }
  })
  return onlyOne(change)
}

/** `expected` is the item's `updatedAt` that the editor has seen. */
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

type ItemUpdate<K extends CollectionKey> = { id: string; fields: Partial<ItemFields<K>>; expected?: string | undefined }

export function updateItems<K extends CollectionKey>(
  db: Db,
  key: K,
  updates: readonly ItemUpdate<K>[],
  edit: Edit,
): ItemsChange<K> {
  return changeCollection(db, key, edit, (before) => {
    const items = [...before]
    const changedItems: ChangedItem<K>[] = []
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
      const completeFields = withBothSpeakerFields(key, fields, (base ?? current) as unknown as AgendaEvent)
      if (completeFields === 'contradictory') return invalid
      const merge = isOvertaken
        ? mergeOver(base && fieldsOf(base), fieldsOf(current), completeFields)
        : { change: completeFields, merged: [] }
      if ('conflicts' in merge) {
        refused.conflicts.set(id, merge.conflicts)
        continue
      }
      const item = { ...current, ...merge.change, updatedAt: timeAfter(current.updatedAt, edit.at) }
      items[index] = item
      changedItems.push({ item, sent: fields, merged: merge.merged })
    }
    return refused.missing.length + refused.conflicts.size > 0 ? refused : { items, changed: changedItems }
  })
}

function fieldsOf<K extends CollectionKey>({ id: _, createdAt: __, updatedAt: ___, ...fields }: Item<K>): object {
  return fields
}

export function deleteItem<K extends CollectionKey>(db: Db, key: K, id: string, edit: Edit): 'deleted' | 'missing' | 'conflict' {
  return inTransaction(db, () => {
    const items = readItems(db, key)
    if (!items.some((item) => item.id === id)) return 'missing'
    const releasedLists = releaseReferences(key, id, (other) => readItems(db, other))
    if (releasedLists === 'conflict') return 'conflict'
    for (const { collection, items: collectionItems, changed } of releasedLists) {
      const stamp = (item: (typeof collectionItems)[number]) =>
        changed.has(item.id) ? { ...item, updatedAt: timeAfter(item.updatedAt, edit.at) } : item
      insertRevision(db, collection, collectionItems.map(stamp), edit)
    }
    const remainingItems = items.filter((item) => item.id !== id)
    insertRevision(db, key, remainingItems, edit)
    return 'deleted'
  })
}

const invalid = { outcome: 'invalid', fields: [contradictory] } as const

function asSent({ speakerIds, ...others }: FieldErrors, sent: object): FieldErrors {
  return speakerIds ? { ...others, ['speakerIds' in sent ? 'speakerIds' : 'speakerId']: speakerIds } : others
}

type ChangedItem<K extends CollectionKey> = { item: Item<K>; sent: object; merged: string[] }

function changeCollection<K extends CollectionKey>(
  db: Db,
  key: K,
  edit: Edit,
  change: (items: Item<K>[]) => { items: Item<K>[]; changed: ChangedItem<K>[] } | RefusedItems | typeof invalid,
): ItemsChange<K> {
  return inTransaction(db, () => {
    const before = readItems(db, key)
    const result = change(before)
    if ('outcome' in result) return result
    const { items, changed } = result
    const listErrors = boundErrors(key, before, items)
    const all = changed.map(({ item }) => item)
    const slugConflicts = slugErrors(db, key, all)
    const fields = changed.map(({ item, sent }, index) => {
      const broken = brokenReferences(key, item, (other) => readItems(db, other))
      const condition =
        key === 'questions' && 'onlyIf' in sent
          ? conditionErrors(items as object[] as Question[], item as object as Question)
          : {}
      return { ...listErrors, ...ruleErrors(key, item), ...condition, ...slugConflicts[index], ...asSent(broken, sent) }
    })
    if (fields.some((errors) => Object.keys(errors).length > 0)) return { outcome: 'invalid', fields }
    // Stores fields in the schema's order, so that an unchanged item gives an equal JSON text and is not stored again.
    const schema = itemSchemas[key].extend(itemIdentitySchema.shape)
    const completeFields = withSlugs(db, key, all)
    const checkedItems = new Map(all.map((item, index) => [item, schema.parse(completeFields[index]) as unknown as Item<K>]))
    const next = items.map((item) => checkedItems.get(item) ?? item)
    const revision = insertRevision(db, key, next, edit)
    return { outcome: 'saved', items: [...checkedItems.values()], revision, merged: changed.map(({ merged }) => merged) }
  })
}

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

export function readItems<K extends CollectionKey>(db: Db, key: K): Item<K>[] {
  return readKey(db, key).value as unknown as Item<K>[]
}

export function revisionOf<K extends ContentKey>(db: Db, key: K, revision: number): Content[K] | null {
  const saved = readSection(db, key, revision)
  return saved.revision === revision ? saved.value : null
}

/** Returns null if the version was deleted. */
export function itemVersion<K extends CollectionKey>(db: Db, key: K, id: string, updatedAt: string): Item<K> | null {
  const storedVersion = versionAt(db, key, id, updatedAt)
  const [item] = storedVersion ? (readStored(key, [storedVersion]).value as unknown as Item<K>[]) : []
  return item ?? null
}
