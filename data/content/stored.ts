/** Reads stored content whose schema may have changed since. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { itemDefaults, sectionDefaults } from './defaults.ts'
import { withList } from './event-speakers.ts'
import {
  type CollectionKey,
  type Content,
  type ContentKey,
  collectionKeys,
  isCollection,
  itemIdentitySchema,
  itemSchemas,
  type SectionKey,
  sectionSchemas,
} from './schema.ts'

/** What was stored, as today's content; `isBroken` when something of it does not fit its schema. */
export type Read<K extends ContentKey> = { value: Content[K]; isBroken: boolean }

/**
 * A stored section or list as today's content. A field that did not exist yet reads as its default, one that no longer
 * exists is dropped. What does not fit its schema all the same is left out: a section becomes its default, a list loses
 * only the bad items, and `isBroken` says so.
 */
export function readStored<K extends ContentKey>(key: K, stored: unknown): Read<K> {
  // The value of key K is Content[K]; the type of the union of both kinds is wider.
  return storedReader(key)(stored) as Read<K>
}

/**
 * `readStored` for what is read again and again: items of a list that are stored as they were the last time are the same
 * objects as then. All that it returns is frozen, for it is returned more than once.
 */
export function storedReader(key: ContentKey): (stored: unknown) => Read<ContentKey> {
  if (!isCollection(key)) return (stored) => readSection(key, stored)
  let last: ItemsById = new Map()
  return (stored) => {
    const { items, ...read } = readItems(key, stored, last)
    last = items
    return read
  }
}

/** The content of a key that was never saved. */
export function defaultOf<K extends ContentKey>(key: K): Content[K] {
  return contentDefaults[key]
}

/** All content before anything was saved. */
export const contentDefaults = {
  ...sectionDefaults,
  ...Object.fromEntries(collectionKeys.map((key) => [key, []])),
} as Content

const sectionReaders = mapped(sectionSchemas, ({ shape }) => z.object(shape))
const itemReaders = mapped(itemSchemas, ({ shape }) => z.object({ ...shape, ...itemIdentitySchema.shape }))

function readSection(key: SectionKey, stored: unknown) {
  const parsed = sectionReaders[key].safeParse(withDefaults(sectionDefaults[key], stored))
  const value = Object.freeze(parsed.success ? parsed.data : sectionDefaults[key]) as Content[SectionKey]
  return { value, isBroken: !parsed.success }
}

/** Items as they are stored and as they were read, null for a bad one. */
type ItemsById = Map<unknown, { stored: unknown; item: object | null }>

function readItems(key: CollectionKey, stored: unknown, last: ItemsById) {
  const items: ItemsById = new Map()
  if (!Array.isArray(stored)) return { value: [], isBroken: true, items }
  const read = stored.map((item) => {
    const id = Object(item).id
    const known = last.get(id)
    const now = known && isDeepStrictEqual(known.stored, item) ? known : { stored: item, item: readItem(key, item) }
    items.set(id, now)
    return now.item
  })
  const value = Object.freeze(read.filter((item) => item !== null)) as Content[CollectionKey]
  return { value, isBroken: value.length < stored.length, items }
}

function readItem(key: CollectionKey, stored: unknown): object | null {
  const parsed = itemReaders[key].safeParse(withDefaults(itemDefaults[key], withList(key, Object(stored))))
  return parsed.success ? Object.freeze(parsed.data) : null
}

const withDefaults = (defaults: object, stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...defaults, ...stored } : stored

function mapped<T extends object, R>(record: T, map: (value: T[keyof T]) => R): Record<keyof T, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)])) as Record<keyof T, R>
}
