import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { itemDefaults, sectionDefaults } from './defaults.ts'
import { withSpeakerIds } from './event-speakers.ts'
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

export type Read<K extends ContentKey> = { value: Content[K]; isBroken: boolean }

/** Replaces an invalid section with its defaults, and leaves out invalid items. */
export function readStored<K extends ContentKey>(key: K, stored: unknown): Read<K> {
  return storedReader(key)(stored) as Read<K>
}

/** Reuses the objects of items that did not change, so that results cached for them stay valid. */
export function storedReader(key: ContentKey): (stored: unknown) => Read<ContentKey> {
  if (!isCollection(key)) return (stored) => readSection(key, stored)
  let last: ItemsById = new Map()
  return (stored) => {
    const { items, ...read } = readItems(key, stored, last)
    last = items
    return read
  }
}

export function defaultOf<K extends ContentKey>(key: K): Content[K] {
  return contentDefaults[key]
}

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

type ItemsById = Map<unknown, { stored: unknown; item: object | null }>

function readItems(key: CollectionKey, stored: unknown, last: ItemsById) {
  const items: ItemsById = new Map()
  if (!Array.isArray(stored)) return { value: [], isBroken: true, items }
  const read = stored.map((item) => {
    const id = Object(item).id
    const previous = last.get(id)
    const now = previous && isDeepStrictEqual(previous.stored, item) ? previous : { stored: item, item: readItem(key, item) }
    items.set(id, now)
    return now.item
  })
  const value = Object.freeze(read.filter((item) => item !== null)) as Content[CollectionKey]
  return { value, isBroken: value.length < stored.length, items }
}

function readItem(key: CollectionKey, stored: unknown): object | null {
  const parsed = itemReaders[key].safeParse(withDefaults(itemDefaults[key], withSpeakerIds(key, Object(stored))))
  return parsed.success ? Object.freeze(parsed.data) : null
}

const withDefaults = (defaults: object, stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...defaults, ...stored } : stored

function mapped<T extends object, R>(record: T, map: (value: T[keyof T]) => R): Record<keyof T, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)])) as Record<keyof T, R>
}
