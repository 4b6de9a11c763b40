import { atom } from 'nanostores'
import type { ContentKey } from '../../../data/content/schema.ts'

/** Null if no history is open. `section` is null for the history of all content. */
export const $historyOf = atom<{ section: ContentKey | null } | null>(null)
