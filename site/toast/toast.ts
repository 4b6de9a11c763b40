import { atom } from 'nanostores'

export type ToastAction = { label: string; run: () => Promise<void> }

export type ToastContent = {
  kind: 'success' | 'neutral' | 'error'
  title: string
  text?: string
  note?: string | undefined
  links?: { label: string; href: string }[]
  offer?: ToastAction | undefined
  action?: ToastAction | undefined
  /** Stays until closed, as errors always do. */
  stays?: boolean
  /** Polled while shown; the toast closes when it returns true. */
  isOver?: () => Promise<boolean>
}

type Toast = ToastContent & { id: number }

export const $toast = atom<Toast | null>(null)

/** Milliseconds. Errors stay. */
const successDelay = 6000

/** Milliseconds between calls of `isOver`. */
const lookEvery = 3000

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

/** Called at the next action, because the user has seen the toast by then. */
export function hidePassing(): void {
  const toast = $toast.get()
  if (toast && passes(toast)) hideToast()
}

export function pauseToast(): void {
  clearTimeout(removal)
}

export function resumeToast(): void {
  clearTimeout(removal)
  const toast = $toast.get()
  if (toast && passes(toast)) removal = setTimeout(hideToast, successDelay)
}

const carried = 'toast'

export function carryToast(toast: Omit<ToastContent, 'action' | 'offer' | 'isOver'>): void {
  sessionStorage.setItem(carried, JSON.stringify(toast))
}

export function showCarriedToast(): void {
  const toast = sessionStorage.getItem(carried)
  sessionStorage.removeItem(carried)
  if (toast) showToast(JSON.parse(toast))
}
