/** Who speaks at an event is said twice: by a list, and by its first, as it was before there was a list. */
import type { CollectionKey } from './schema.ts'

type Named = { speakerId: string; speakerIds: readonly string[] }

/**
 * A change to an event in which both say the same. Whichever differs from `base`, which it changes, counts: a caller that
 * knows of one speaker alone sends the list back as it was, or not at all. 'contradictory' when both do and disagree.
 */
export function withBoth<T extends object>(key: CollectionKey, change: T, base: Named): T | 'contradictory' {
  if (key !== 'events') return change
  const { speakerId: first, speakerIds: list } = change as Partial<Named>
  if (first === undefined && list === undefined) return change
  const isFirstNew = first !== undefined && first !== base.speakerId
  const isListNew = list !== undefined && list.join() !== base.speakerIds.join()
  if (isFirstNew && isListNew && first !== (list[0] ?? '')) return 'contradictory'
  const ids = isListNew ? list : isFirstNew ? [first].filter(Boolean) : base.speakerIds
  return { ...change, speakerId: ids[0] ?? '', speakerIds: ids }
}

export const contradictory = { speakerId: 'No es el primero de la lista de speakers' }

/** A stored item as one that says both: before there was a list, an event had its speaker alone. */
export function withList<T extends object>(key: CollectionKey, stored: T): T {
  const { speakerId, speakerIds } = stored as Partial<Named>
  if (key !== 'events' || speakerIds !== undefined || typeof speakerId !== 'string') return stored
  return { ...stored, speakerIds: speakerId === '' ? [] : [speakerId] }
}
