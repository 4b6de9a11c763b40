import { atom } from 'nanostores'
import type { ContentKey } from '../../../data/content/schema.ts'

/** Whose history is open: that of one section or list, or of all; null while none is. */
export const $historyOf = atom<{ section: ContentKey | null } | null>(null)
