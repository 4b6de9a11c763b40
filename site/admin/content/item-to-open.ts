import { atom } from 'nanostores'
import type { CollectionKey } from '../../../data/content/schema.ts'

/** An item that somebody pointed at in the preview: its list opens it. */
export const $itemToOpen = atom<{ collection: CollectionKey; id: string } | null>(null)
