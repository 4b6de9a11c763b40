import { atom } from 'nanostores'
import type { ContentKey } from '../../../data/content/schema.ts'

/** The open history. `section` is null for all content. */
export const $historyOf = atom<{ section: ContentKey | null } | null>(null)
