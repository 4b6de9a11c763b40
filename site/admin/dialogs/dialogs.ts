import { atom } from 'nanostores'

/** `leave` closes the dialog without asking about unsaved input. */
type OpenDialog = { element: HTMLElement; leave: () => void }

/** The topmost dialog is last. */
export const $dialogs = atom<readonly OpenDialog[]>([])

export function addDialog(dialog: OpenDialog): () => void {
  $dialogs.set([...$dialogs.get(), dialog])
  return () => $dialogs.set($dialogs.get().filter((other) => other !== dialog))
}

/** Closes dialogs of a hidden view, because they would make the panel inert. */
export function leaveDialogs(): void {
  const dialogsOfView = $dialogs.get().filter(({ element }) => element.closest('.panel-view'))
  for (const { leave } of dialogsOfView.toReversed()) leave()
}
