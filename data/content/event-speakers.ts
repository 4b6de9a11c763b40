/** `speakerId` repeats the first of `speakerIds`, for clients that do not know the list. */
import type { CollectionKey } from './schema.ts'

type SpeakerFields = { speakerId: string; speakerIds: readonly string[] }

/** Makes `speakerId` and `speakerIds` agree with whichever differs from `base`. If both differ and disagree, returns 'contradictory'. */
export function withBothSpeakerFields<T extends object>(key: CollectionKey, change: T, base: SpeakerFields): T | 'contradictory' {
  if (key !== 'events') return change
  const { speakerId: first, speakerIds: list } = change as Partial<SpeakerFields>
  if (first === undefined && list === undefined) return change
  const isFirstNew = first !== undefined && first !== base.speakerId
  const isListNew = list !== undefined && list.join() !== base.speakerIds.join()
  if (isFirstNew && isListNew && first !== (list[0] ?? '')) return 'contradictory'
  const ids = isListNew ? list : isFirstNew ? [first].filter(Boolean) : base.speakerIds
  return { ...change, speakerId: ids[0] ?? '', speakerIds: ids }
}

export const contradictory = { speakerId: 'No es el primero de la lista de speakers' }

export function withSpeakerIds<T extends object>(key: CollectionKey, stored: T): T {
  const { speakerId, speakerIds } = stored as Partial<SpeakerFields>
  if (key !== 'events' || speakerIds !== undefined || typeof speakerId !== 'string') return stored
  return { ...stored, speakerIds: speakerId === '' ? [] : [speakerId] }
}
