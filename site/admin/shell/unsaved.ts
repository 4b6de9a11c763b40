import { atom } from 'nanostores'

/** Where something is typed that is not saved: a section's key, or the place of a dialog. */
export const $unsaved = atom<readonly string[]>([])

export function markUnsaved(place: string, isUnsaved: boolean): void {
  const others = $unsaved.get().filter((key) => key !== place)
  if (isUnsaved || others.length < $unsaved.get().length) $unsaved.set(isUnsaved ? [...others, place] : others)
}

const dialog = 'dialog:'

/** The place of a dialog that belongs to no section. */
export const inDialog = (title: string) => dialog + title

/** Whether a dialog holds something that leaving its tab would close it with. */
export const isDialogUnsaved = () => $unsaved.get().some((place) => place.startsWith(dialog))
