import { atom } from 'nanostores'
import type { CollectionKey, ItemFields } from '../../../data/content/schema.ts'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import { failed } from '../calls/messages.ts'
import { markUnsaved } from '../shell/unsaved.ts'
import { itemName } from './item-name.ts'
import { kinds } from './kinds.ts'

/** An item whose save failed after its form was closed. */
export type FailedItem = {
  collection: CollectionKey
  mark: string
  at: number
  values: ItemFields<CollectionKey>
  idempotencyKey: string
}

/** Not React state, because a tab with a list unmounts when somebody opens another tab. */
export const $failedItems = atom<readonly FailedItem[]>([])

let savesCount = 0

/** Shows the result of a save whose form is already closed. A failed item joins `$failedItems` and stays marked as unsaved. */
export async function reportSave(
  save: Omit<FailedItem, 'mark' | 'at'>,
  saving: Promise<ToastContent>,
  reopen: (item: FailedItem) => void,
): Promise<void> {
  const item = { ...save, mark: `saving:${save.collection}/${++savesCount}`, at: Date.now() }
  markUnsaved(item.mark, true)
  try {
    showToast(await saving)
    markUnsaved(item.mark, false)
  } catch (error) {
    $failedItems.set([...$failedItems.get(), item])
    const action = { label: 'Abrir de nuevo', run: async () => reopen(item) }
    showToast({ ...failed(kinds[item.collection].noun, 'crear', error, `No se guardó «${itemName(item.values)}»`), action })
  }
}

export function forget({ mark }: FailedItem): void {
  markUnsaved(mark, false)
  $failedItems.set($failedItems.get().filter((item) => item.mark !== mark))
}
