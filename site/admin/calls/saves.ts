import { atom } from 'nanostores'

/** Number of successful saves. */
export const $saves = atom(0)

export function noteSave(): void {
  $saves.set($saves.get() + 1)
}
