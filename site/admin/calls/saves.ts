import { atom } from 'nanostores'

/** How many answers have said so far that something was saved. */
export const $saves = atom(0)

export function noteSave(): void {
  $saves.set($saves.get() + 1)
}
