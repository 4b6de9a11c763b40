import { atom } from 'nanostores'

/** The open dialogs, the topmost last. What is outside of it cannot be used. */
export const $dialogs = atom<readonly HTMLElement[]>([])

/** Notes that a dialog is open above all others. Returns what notes that it is not any more. */
export function noteDialog(dialog: HTMLElement): () => void {
  $dialogs.set([...$dialogs.get(), dialog])
  return () => $dialogs.set($dialogs.get().filter((other) => other !== dialog))
}
