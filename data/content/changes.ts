import { isDeepStrictEqual } from 'node:util'
import { itemDefaults, sectionDefaults } from './defaults.ts'
import { withSpeakerIds } from './event-speakers.ts'
import { type CollectionKey, type ContentKey, itemSchemas, type SectionKey, sectionSchemas } from './schema.ts'

/** `field` is null if the item was created or deleted. */
export type Change = { id?: string; name?: string; field: string | null; before: unknown; after: unknown }

type StoredFields = Record<string, unknown>
type StoredItem = StoredFields & { id: string }

export function changesBetween(key: ContentKey, before: unknown, after: unknown): Change[] {
  if (key in sectionSchemas) return sectionChanges(key as SectionKey, before, after)
  const itemsOf = (value: unknown) => itemsIn(value).map((item) => withSpeakerIds(key as CollectionKey, item))
  return listChanges(key as CollectionKey, itemsOf(before), itemsOf(after))
}

function sectionChanges(key: SectionKey, before: unknown, after: unknown): Change[] {
  return fieldChanges(Object.keys(sectionSchemas[key].shape), sectionDefaults[key], before as StoredFields, after as StoredFields)
}

function listChanges(key: CollectionKey, before: StoredItem[], after: StoredItem[]): Change[] {
  const fields = Object.keys(itemSchemas[key].shape)
  const earlierById = new Map(before.map((item) => [item.id, item]))
  const laterIds = new Set(after.map(({ id }) => id))
  const changes = after.flatMap((item): Change[] => {
    const old = earlierById.get(item.id)
    if (!old) return [{ ...identityOf(item), field: null, before: null, after: item }]
    const itemChanges = fieldChanges(fields, itemDefaults[key], old, item).filter(
      ({ field }) => field !== redundantSpeakerField(old, item),
    )
    return itemChanges.map((change) => ({ ...identityOf(item), ...change }))
  })
  const deletedItems = before.filter(({ id }) => !laterIds.has(id))
  return [...changes, ...deletedItems.map((item) => ({ ...identityOf(item), field: null, before: item, after: null }))]
}

function redundantSpeakerField(...versions: StoredFields[]): string {
  const isList = versions.some(({ speakerIds }) => Array.isArray(speakerIds) && speakerIds.length > 1)
  return isList ? 'speakerId' : 'speakerIds'
}

function fieldChanges(fields: string[], defaults: StoredFields, before: StoredFields, after: StoredFields): Change[] {
  return fields.flatMap((field) => {
    const [old, now] = [before[field] ?? defaults[field], after[field] ?? defaults[field]]
    return old === now || isDeepStrictEqual(old, now) ? [] : [{ field, before: old ?? null, after: now ?? null }]
  })
}

const identityOf = (item: StoredItem) => ({ id: item.id, name: String(item.name ?? item.title ?? item.label ?? '') })

function itemsIn(value: unknown): StoredItem[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null && 'id' in item) : []
}
