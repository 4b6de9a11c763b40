import { atom } from 'nanostores'

/** A message that something went well or badly. `id` tells two equal ones apart. */
export type Toast = { id: number; kind: 'success' | 'error'; title: string; text?: string }

/** The toast on the screen: one at a time, a newer one takes the place of the older. */
export const $toast = atom<Toast | null>(null)

let count = 0

export function showToast(toast: Omit<Toast, 'id'>): void {
  count += 1
  $toast.set({ ...toast, id: count })
}

export function hideToast(): void {
  $toast.set(null)
}
