import { atom, onMount } from 'nanostores'

export const $isOffline = atom(false)

/** Milliseconds. */
const trialEvery = 3000

/** A response to an earlier request proves nothing after a cut. */
let cuts = 0

function tryAgain(): void {
  const before = cuts
  fetch('/api/live', { cache: 'no-store' }).then(
    () => cuts === before && $isOffline.set(false),
    () => {},
  )
}

onMount($isOffline, () => {
  window.addEventListener('offline', noteNoAnswer)
  window.addEventListener('online', tryAgain)
  // The browser knows only its own network.
  const timer = setInterval(() => $isOffline.get() && tryAgain(), trialEvery)
  if (!navigator.onLine) noteNoAnswer()
  return () => {
    clearInterval(timer)
    window.removeEventListener('offline', noteNoAnswer)
    window.removeEventListener('online', tryAgain)
  }
})

/** Ignores responses to requests sent before the cut. */
export function noteAnswer(): void {
  if (!$isOffline.get()) return
  if (navigator.onLine) $isOffline.set(false)
  else tryAgain()
}

export function noteNoAnswer(): void {
  cuts += 1
  $isOffline.set(true)
}

export const hadNoAnswer = (error: unknown): boolean => error instanceof TypeError
