import { atom } from 'nanostores'

/** How many saves have succeeded so far. */
export const $saves = atom(0)

export function noteSave(): void {
  $saves.set($saves.get() + 1)
}
