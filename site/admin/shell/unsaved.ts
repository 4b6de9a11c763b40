import { atom } from 'nanostores'

export const $unsaved = atom<readonly string[]>([])

export function markUnsaved(key: string, isUnsaved: boolean): void {
  const others = $unsaved.get().filter((other) => other !== key)
  if (isUnsaved || others.length < $unsaved.get().length) $unsaved.set(isUnsaved ? [...others, key] : others)
}

const dialog = 'dialog:'

export const inDialog = (title: string) => dialog + title

export const isDialogUnsaved = () => $unsaved.get().some((key) => key.startsWith(dialog))
