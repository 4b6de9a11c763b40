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
  stays?: boolean
  isOver?: () => Promise<boolean>
}

type Toast = ToastContent & { id: number }

export const $toast = atom<Toast | null>(null)

const closeAfterMs = 6000

const betweenPollsMs = 3000

export const passes = ({ kind, stays }: ToastContent) => kind !== 'error' && !stays

let count = 0
let removal: ReturnType<typeof setTimeout> | undefined

export function showToast(toast: ToastContent): void {
  count += 1
  const newToast = { ...toast, id: count }
  $toast.set(newToast)
  resumeToast()
  closeWhenOver(newToast)
}

function closeWhenOver(toast: Toast): void {
  const isShown = () => $toast.get() === toast
  if (!toast.isOver) return
  setTimeout(async () => {
    if (!isShown()) return
    const isOver = await toast.isOver?.()
    if (isOver && isShown()) hideToast()
    else closeWhenOver(toast)
  }, betweenPollsMs)
}

export function hideToast(): void {
  clearTimeout(removal)
  $toast.set(null)
}

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
  if (toast && passes(toast)) removal = setTimeout(hideToast, closeAfterMs)
}

const storageKey = 'toast'

export function carryToast(toast: Omit<ToastContent, 'action' | 'offer' | 'isOver'>): void {
  sessionStorage.setItem(storageKey, JSON.stringify(toast))
}

export function showCarriedToast(): void {
  const toast = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  if (toast) showToast(JSON.parse(toast))
}
