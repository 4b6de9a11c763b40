import type { FieldErrors } from './rules.ts'
import type { CollectionKey, Item } from './schema.ts'

type ReadItems = <K extends CollectionKey>(key: K) => Item<K>[]
type Ids = readonly string[]

type Reference = {
  from: CollectionKey
  to: CollectionKey
  field: string
  idsIn: (item: object) => Ids
  withIds: (item: object, ids: Ids) => object
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

export function brokenReferences<K extends CollectionKey>(key: K, item: Item<K>, read: ReadItems): FieldErrors {
  const wrongReferences = references.filter(({ from, to, idsIn }) => {
    if (from !== key) return false
    const existingIds = idsOf(read(to))
    return idsIn(item).some((id) => !existingIds.has(id))
  })
  return Object.fromEntries(wrongReferences.map(({ field, message }) => [field, message]))
}

export function releaseReferences(key: CollectionKey, id: string, read: ReadItems) {
  const changes: { collection: CollectionKey; items: Item<CollectionKey>[]; changed: Set<string> }[] = []
  for (const { from, to, idsIn, withIds, isRequired } of references) {
    if (to !== key) continue
    const items: Item<CollectionKey>[] = read(from)
    const referringItems = items.filter((item) => idsIn(item).includes(id))
    if (referringItems.length === 0) continue
    if (referringItems.some(isRequired)) return 'conflict' as const
    const changedIds = idsOf(referringItems)
    const otherIds = (item: object) => idsIn(item).filter((other) => other !== id)
    const without = (item: Item<CollectionKey>) => withIds(item, otherIds(item)) as typeof item
    changes.push({
      collection: from,
      items: items.map((item) => (changedIds.has(item.id) ? without(item) : item)),
      changed: changedIds,
    })
  }
  return changes
}

export function clearBrokenReferences<K extends CollectionKey>(
  key: K,
  items: Item<K>[],
  read: ReadItems,
): Item<K>[] | 'conflict' {
  let repaired = items
  for (const { to, idsIn, withIds, isRequired } of references.filter(({ from }) => from === key)) {
    const existingIds = idsOf(read(to))
    const validIds = (item: object) => idsIn(item).filter((id) => existingIds.has(id))
    const isBroken = (item: object) => validIds(item).length < idsIn(item).length
    if (repaired.some((item) => isBroken(item) && isRequired(item))) return 'conflict'
    repaired = repaired.map((item) => (isBroken(item) ? (withIds(item, validIds(item)) as Item<K>) : item))
  }
  return repaired
}

export function referencesTo(key: CollectionKey): readonly Pick<Reference, 'from' | 'idsIn' | 'withIds'>[] {
  return references.filter(({ to }) => to === key)
}

/** Inserts `id` at its position in `before`. Changes nothing if `id` was the only id in `before` and another id has replaced it. */
export function withIdPutBack(ids: Ids, id: string, before: Ids): Ids {
  const wasAlone = before.length === 1
  if (ids.includes(id) || !before.includes(id) || (wasAlone && ids.length > 0)) return ids
  const later = before.slice(before.indexOf(id) + 1)
  const position = ids.findIndex((other) => later.includes(other))
  return ids.toSpliced(position < 0 ? ids.length : position, 0, id)
}

const idsOf = (items: readonly { id: string }[]) => new Set(items.map(({ id }) => id))
