import { atom } from 'nanostores'

/** The topmost is last. */
export const $dialogs = atom<readonly HTMLElement[]>([])

const ways = new WeakMap<HTMLElement, () => void>()

/** `leave` closes it without a question. */
export function noteDialog(dialog: HTMLElement, leave: () => void): () => void {
  $dialogs.set([...$dialogs.get(), dialog])
  ways.set(dialog, leave)
  return () => $dialogs.set($dialogs.get().filter((other) => other !== dialog))
}

/** A hidden modal dialog would make the panel inert. */
export function leaveDialogs(): void {
  const ofView = $dialogs.get().filter((dialog) => dialog.closest('.panel-view'))
  for (const dialog of ofView.toReversed()) ways.get(dialog)?.()
}
