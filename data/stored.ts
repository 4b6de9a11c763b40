/** Reads stored content whose schema may have changed since. */
import { z } from 'zod'
import { itemDefaults, sectionDefaults } from './defaults.ts'
import {
  type CollectionKey,
  type Content,
  type ContentKey,
  itemIdentitySchema,
  itemSchemas,
  type SectionKey,
  sectionSchemas,
} from './schema.ts'

/**
 * A stored section or list as today's content. A field that did not exist yet reads as its default, one that no longer
 * exists is dropped. What does not fit its schema all the same is left out: a section becomes its default, a list loses
 * only the bad items, and `isBroken` says so.
 */
export function readStored<K extends ContentKey>(key: K, stored: unknown): { value: Content[K]; isBroken: boolean } {
  const read = isSection(key) ? readSection(key, stored) : readItems(key as CollectionKey, stored)
  // The value of key K is Content[K]; the type of the union of both kinds is wider.
  return read as { value: Content[K]; isBroken: boolean }
}

/** The content of a key that was never saved. */
export function defaultOf<K extends ContentKey>(key: K): Content[K] {
  return (isSection(key) ? sectionDefaults[key] : []) as Content[K]
}

const isSection = (key: ContentKey): key is SectionKey => key in sectionSchemas

function readSection(key: SectionKey, stored: unknown) {
  const schema: z.ZodType = z.object(sectionSchemas[key].shape)
  const parsed = schema.safeParse(withDefaults(sectionDefaults[key], stored))
  return { value: parsed.success ? parsed.data : sectionDefaults[key], isBroken: !parsed.success }
}

function readItems(key: CollectionKey, stored: unknown) {
  if (!Array.isArray(stored)) return { value: [], isBroken: true }
  const schema = z.object({ ...itemSchemas[key].shape, ...itemIdentitySchema.shape })
  const parsed = stored.map((item) => schema.safeParse(withDefaults(itemDefaults[key], item)))
  const items = parsed.flatMap(({ success, data }) => (success ? [data] : []))
  return { value: items, isBroken: items.length < stored.length }
}

const withDefaults = (defaults: object, stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...defaults, ...stored } : stored
