import { atom } from 'nanostores'

/** Something that can be done about what a toast says. */
export type ToastAction = { label: string; run: () => Promise<void> }

/** A message that something went well or badly. */
export type ToastContent = {
  kind: 'success' | 'error'
  title: string
  text?: string
  /** What else happened. */
  note?: string | undefined
  links?: { label: string; href: string }[]
  /** What can be done next, where that is asked. */
  offer?: ToastAction | undefined
  action?: ToastAction | undefined
  /** Whether a success stays until it is closed: what it says or offers is not to be missed. Errors always do. */
  stays?: boolean
}

/** `id` distinguishes two equal ones. */
type Toast = ToastContent & { id: number }

/** The toast on the screen: one at a time, a newer one replaces the older. */
export const $toast = atom<Toast | null>(null)

/** How long a success stays that nobody closes, in milliseconds. */
const successDelay = 6000

let count = 0
let removal: ReturnType<typeof setTimeout> | undefined

export function showToast(toast: ToastContent): void {
  count += 1
  $toast.set({ ...toast, id: count })
  resumeToast()
}

export function hideToast(): void {
  clearTimeout(removal)
  $toast.set(null)
}

/** While somebody points at a toast or has the focus in it, it does not go away under their hand. */
export function pauseToast(): void {
  clearTimeout(removal)
}

export function resumeToast(): void {
  clearTimeout(removal)
  const toast = $toast.get()
  if (toast?.kind === 'success' && !toast.stays) removal = setTimeout(hideToast, successDelay)
}

const carried = 'toast'

/** Stores a toast for the next page. */
export function carryToast(toast: Omit<ToastContent, 'action' | 'offer'>): void {
  sessionStorage.setItem(carried, JSON.stringify(toast))
}

/** Shows the toast that the previous page stored, if any. */
export function showCarriedToast(): void {
  const toast = sessionStorage.getItem(carried)
  sessionStorage.removeItem(carried)
  if (toast) showToast(JSON.parse(toast))
}
