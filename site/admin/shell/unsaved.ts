import { atom } from 'nanostores'

/** What holds something typed that is not saved: sections by their keys, and dialogs. */
export const $unsaved = atom<readonly string[]>([])

export function markUnsaved(key: string, isUnsaved: boolean): void {
  const others = $unsaved.get().filter((other) => other !== key)
  if (isUnsaved || others.length < $unsaved.get().length) $unsaved.set(isUnsaved ? [...others, key] : others)
}

const dialog = 'dialog:'

/** The key of a dialog. */
export const inDialog = (title: string) => dialog + title

/** Whether a dialog holds something that leaving its tab would close it with. */
export const isDialogUnsaved = () => $unsaved.get().some((key) => key.startsWith(dialog))
