import { atom } from 'nanostores'
import type { SectionKey } from '../../../data/schema.ts'

/** The sections whose forms hold something that is not saved. */
export const $unsaved = atom<readonly SectionKey[]>([])

export function markUnsaved(section: SectionKey, isUnsaved: boolean): void {
  const others = $unsaved.get().filter((key) => key !== section)
  $unsaved.set(isUnsaved ? [...others, section] : others)
}
