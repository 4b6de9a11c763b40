/** References between the items of different collections. Pure functions: the caller reads and writes. */

import type { FieldErrors } from './rules.ts'
import type { CollectionKey, Item } from './schema.ts'

type ReadItems = <K extends CollectionKey>(key: K) => Item<K>[]
type Ids = readonly string[]

type Reference = {
  from: CollectionKey
  to: CollectionKey
  field: string
  idsIn: (item: object) => Ids
  /** The item with these ids instead. */
  withIds: (item: object, ids: Ids) => object
  /** Whether the item cannot be without it. */
  isRequired: (item: object) => boolean
  message: string
}

const fieldOf = (item: object, field: string) => (item as Record<string, unknown>)[field]

const references: readonly Reference[] = [
  {
    from: 'events',
    to: 'scenarios',
    field: 'scenarioId',
    idsIn: (item) => [String(fieldOf(item, 'scenarioId'))].filter(Boolean),
    withIds: (item, [scenarioId = '']) => ({ ...item, scenarioId }),
    isRequired: (item) => !fieldOf(item, 'isPlenary'),
    message: 'Selecciona un escenario que exista',
  },
  {
    from: 'events',
    to: 'speakers',
    field: 'speakerIds',
    idsIn: (item) => fieldOf(item, 'speakerIds') as Ids,
    withIds: (item, speakerIds) => ({ ...item, speakerIds, speakerId: speakerIds[0] ?? '' }),
    isRequired: () => false,
    message: 'Selecciona un speaker que exista',
  },
]

/** Messages for the fields of `item` that point at something which is not there. */
export function brokenReferences<K extends CollectionKey>(key: K, item: Item<K>, read: ReadItems): FieldErrors {
  const broken = references.filter(({ from, to, idsIn }) => {
    if (from !== key) return false
    const there = idsOf(read(to))
    return idsIn(item).some((id) => !there.has(id))
  })
  return Object.fromEntries(broken.map(({ field, message }) => [field, message]))
}

/**
 * What must change before item `id` of `key` can be deleted: the collections with their references to it cleared, and the ids
 * of the items that had one; or 'conflict' when one of them is required.
 */
export function releaseReferences(key: CollectionKey, id: string, read: ReadItems) {
  const changes: { collection: CollectionKey; items: Item<CollectionKey>[]; changed: Set<string> }[] = []
  for (const { from, to, idsIn, withIds, isRequired } of references) {
    if (to !== key) continue
    const items: Item<CollectionKey>[] = read(from)
    const referring = items.filter((item) => idsIn(item).includes(id))
    if (referring.length === 0) continue
    if (referring.some(isRequired)) return 'conflict' as const
    const changed = idsOf(referring)
    const without = (item: Item<CollectionKey>) =>
      withIds(
        item,
        idsIn(item).filter((other) => other !== id),
      ) as typeof item
    changes.push({ collection: from, items: items.map((item) => (changed.has(item.id) ? without(item) : item)), changed })
  }
  return changes
}

/** `items` of `key` with references to what is not there emptied; 'conflict' where a required one leads nowhere. */
export function emptyBroken<K extends CollectionKey>(key: K, items: Item<K>[], read: ReadItems): Item<K>[] | 'conflict' {
  let whole = items
  for (const { to, idsIn, withIds, isRequired } of references.filter(({ from }) => from === key)) {
    const there = idsOf(read(to))
    const kept = (item: object) => idsIn(item).filter((id) => there.has(id))
    const isBroken = (item: object) => kept(item).length < idsIn(item).length
    if (whole.some((item) => isBroken(item) && isRequired(item))) return 'conflict'
    whole = whole.map((item) => (isBroken(item) ? (withIds(item, kept(item)) as Item<K>) : item))
  }
  return whole
}

/** Where items refer to those of `key`. */
export function referencesTo(key: CollectionKey): readonly Pick<Reference, 'from' | 'idsIn' | 'withIds'>[] {
  return references.filter(({ to }) => to === key)
}

/**
 * The ids that an item refers to, with `id` again, before those that followed it in `before`. As they are where it stood
 * alone and somebody has put another there.
 */
export function withReturned(ids: Ids, id: string, before: Ids): Ids {
  const wasAlone = before.length === 1
  if (ids.includes(id) || !before.includes(id) || (wasAlone && ids.length > 0)) return ids
  const later = before.slice(before.indexOf(id) + 1)
  const position = ids.findIndex((other) => later.includes(other))
  return ids.toSpliced(position < 0 ? ids.length : position, 0, id)
}

const idsOf = (items: readonly { id: string }[]) => new Set(items.map(({ id }) => id))
