import { atom } from 'nanostores'

/** Something that can be done about what a toast says. */
export type ToastAction = { label: string; run: () => Promise<void> }

/** A message that something went well or badly, or, neutral, that nothing was done. */
export type ToastContent = {
  kind: 'success' | 'neutral' | 'error'
  title: string
  text?: string
  /** What else happened. */
  note?: string | undefined
  links?: { label: string; href: string }[]
  /** What can be done next, where that is asked. */
  offer?: ToastAction | undefined
  action?: ToastAction | undefined
  /** Whether what is no error stays until it is closed: what it says or offers is not to be missed. Errors always do. */
  stays?: boolean
  /** Asked every few seconds while it is shown: once what it says is over, it goes. */
  isOver?: () => Promise<boolean>
}

/** `id` distinguishes two equal ones. */
type Toast = ToastContent & { id: number }

/** The toast on the screen: one at a time, a newer one replaces the older. */
export const $toast = atom<Toast | null>(null)

/** How long what is no error stays that nobody closes, in milliseconds. */
const successDelay = 6000

/** How often it is asked whether what a toast says is over, in milliseconds. */
const lookEvery = 3000

/** Whether it goes by itself. */
export const passes = ({ kind, stays }: ToastContent) => kind !== 'error' && !stays

let count = 0
let removal: ReturnType<typeof setTimeout> | undefined

export function showToast(toast: ToastContent): void {
  count += 1
  const shown = { ...toast, id: count }
  $toast.set(shown)
  resumeToast()
  follow(shown)
}

function follow(toast: Toast): void {
  const isShown = () => $toast.get() === toast
  if (!toast.isOver) return
  setTimeout(async () => {
    if (!isShown()) return
    const isOver = await toast.isOver?.()
    if (isOver && isShown()) hideToast()
    else follow(toast)
  }, lookEvery)
}

export function hideToast(): void {
  clearTimeout(removal)
  $toast.set(null)
}

/** Takes away what would go by itself: whoever does the next thing has seen it, and it would be in the way. */
export function hidePassing(): void {
  const toast = $toast.get()
  if (toast && passes(toast)) hideToast()
}

/** While somebody points at a toast or has the focus in it, it does not go away under their hand. */
export function pauseToast(): void {
  clearTimeout(removal)
}

export function resumeToast(): void {
  clearTimeout(removal)
  const toast = $toast.get()
  if (toast && passes(toast)) removal = setTimeout(hideToast, successDelay)
}

const carried = 'toast'

/** Stores a toast for the next page. */
export function carryToast(toast: Omit<ToastContent, 'action' | 'offer' | 'isOver'>): void {
  sessionStorage.setItem(carried, JSON.stringify(toast))
}

/** Shows the toast that the previous page stored, if any. */
export function showCarriedToast(): void {
  const toast = sessionStorage.getItem(carried)
  sessionStorage.removeItem(carried)
  if (toast) showToast(JSON.parse(toast))
}
