import { atom } from 'nanostores'

/** The open dialogs, the topmost last. What is outside of it cannot be used. */
export const $dialogs = atom<readonly HTMLElement[]>([])

const ways = new WeakMap<HTMLElement, () => void>()

/** Notes that a dialog is open above all others, and what closes it without a question. Returns what notes that it is not any more. */
export function noteDialog(dialog: HTMLElement, leave: () => void): () => void {
  $dialogs.set([...$dialogs.get(), dialog])
  ways.set(dialog, leave)
  return () => $dialogs.set($dialogs.get().filter((other) => other !== dialog))
}

/**
 * Closes, the topmost first, the dialogs of the view that is left: of one that is hidden and not taken away they could not be seen
 * any more, and nothing outside of them be used.
 */
export function leaveDialogs(): void {
  const ofView = $dialogs.get().filter((dialog) => dialog.closest('.panel-view'))
  for (const dialog of ofView.toReversed()) ways.get(dialog)?.()
}
