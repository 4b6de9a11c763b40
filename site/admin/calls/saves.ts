import { atom } from 'nanostores'

export const $saves = atom(0)

export function noteSave(): void {
  $saves.set($saves.get() + 1)
}
