import { atom } from 'nanostores'

/** A message that something went well or badly. */
export type ToastContent = {
  kind: 'success' | 'error'
  title: string
  text?: string
  links?: { label: string; href: string }[]
}

/** `id` distinguishes two equal ones. */
type Toast = ToastContent & { id: number }

/** The toast on the screen: one at a time, a newer one takes the place of the older. */
export const $toast = atom<Toast | null>(null)

/** How long a toast that nobody closes stays, in milliseconds. */
const removalDelay = 1_000_000

let count = 0
let removal: ReturnType<typeof setTimeout> | undefined

export function showToast(toast: ToastContent): void {
  count += 1
  $toast.set({ ...toast, id: count })
  clearTimeout(removal)
  removal = setTimeout(hideToast, removalDelay)
}

export function hideToast(): void {
  $toast.set(null)
}

const carried = 'toast'

/** Stores a toast for the next page. */
export function carryToast(toast: ToastContent): void {
  sessionStorage.setItem(carried, JSON.stringify(toast))
}

/** Shows the toast that the previous page stored, if any. */
export function showCarriedToast(): void {
  const toast = sessionStorage.getItem(carried)
  sessionStorage.removeItem(carried)
  if (toast) showToast(JSON.parse(toast))
}
