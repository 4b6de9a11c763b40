import { atom } from 'nanostores'

/** Open dialogs, the topmost last. */
export const $dialogs = atom<readonly HTMLElement[]>([])

const leaveActions = new WeakMap<HTMLElement, () => void>()

/** `leave` closes the dialog without a question. */
export function addDialog(dialog: HTMLElement, leave: () => void): () => void {
  $dialogs.set([...$dialogs.get(), dialog])
  leaveActions.set(dialog, leave)
  return () => $dialogs.set($dialogs.get().filter((other) => other !== dialog))
}

/** A hidden modal dialog would make the panel inert. */
export function leaveDialogs(): void {
  const ofView = $dialogs.get().filter((dialog) => dialog.closest('.panel-view'))
  for (const dialog of ofView.toReversed()) leaveActions.get(dialog)?.()
}
