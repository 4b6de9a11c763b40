/** References between the items of different collections. Pure functions: the caller reads and writes. */
import type { CollectionKey, ContentKey, Item } from './schema.ts'

/** Messages by field, as the panel shows them. */
export type FieldErrors = Record<string, string>

type ReadItems = <K extends CollectionKey>(key: K) => Item<K>[]
type Reference = { from: CollectionKey; field: string; to: CollectionKey; required: boolean; message: string }

const references: readonly Reference[] = [
  { from: 'events', field: 'scenarioId', to: 'scenarios', required: true, message: 'Selecciona un escenario que exista' },
  { from: 'events', field: 'speakerId', to: 'speakers', required: false, message: 'Selecciona un speaker que exista' },
]

/** Messages for the fields of `item` that point at something which is not there. */
export function brokenReferences<K extends CollectionKey>(key: K, item: Item<K>, read: ReadItems): FieldErrors {
  const broken = references.filter(({ from, field, to }) => {
    const id = fieldOf(item, field)
    return from === key && id !== '' && !read(to).some((other) => other.id === id)
  })
  return Object.fromEntries(broken.map(({ field, message }) => [field, message]))
}

/**
 * What must change before item `id` of `key` can be deleted: the collections with their references to it cleared, and the ids
 * of the items that had one; or 'conflict' when one of them is required.
 */
export function releaseReferences(key: CollectionKey, id: string, read: ReadItems) {
  const changes: { collection: CollectionKey; items: Item<CollectionKey>[]; changed: Set<string> }[] = []
  for (const { from, field, to, required } of references) {
    const items: Item<CollectionKey>[] = read(from)
    const changed = new Set(items.filter((item) => fieldOf(item, field) === id).map((item) => item.id))
    if (to !== key || changed.size === 0) continue
    if (required) return 'conflict' as const
    changes.push({
      collection: from,
      items: items.map((item) => (changed.has(item.id) ? { ...item, [field]: '' } : item)),
      changed,
    })
  }
  return changes
}

/** `items` of `key` with references to what is not there emptied; 'conflict' where a required one leads nowhere. */
export function emptyBroken<K extends CollectionKey>(key: K, items: Item<K>[], read: ReadItems): Item<K>[] | 'conflict' {
  let whole = items
  for (const { field, to, required } of references.filter(({ from }) => from === key)) {
    const there = new Set(['', ...read(to).map(({ id }) => id)])
    const isBroken = (item: object) => !there.has(String(fieldOf(item, field)))
    if (required && whole.some(isBroken)) return 'conflict'
    whole = whole.map((item) => (isBroken(item) ? { ...item, [field]: '' } : item))
  }
  return whole
}

/** Where items of `key` are referred to by others that can do without them. */
export function referencesTo(key: CollectionKey): { from: CollectionKey; field: string }[] {
  return references.filter(({ to, required }) => to === key && !required)
}

/** Messages for fields of an item, or of a section, that contradict each other. */
export function ruleErrors(key: ContentKey, value: object): FieldErrors {
  if (key !== 'events') return {}
  const { startTime, endTime } = value as Item<'events'>
  return endTime !== '' && endTime <= startTime ? { endTime: 'La hora de fin debe ser posterior a la de inicio' } : {}
}

const fieldOf = (item: object, field: string) => (item as Record<string, unknown>)[field]
