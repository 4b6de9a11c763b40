import { atom, onMount } from 'nanostores'

/** Whether the last thing known of the line to the server is that it is cut. */
export const $isOffline = atom(false)

/** How often a line that is cut is tried again, in milliseconds. */
const trialEvery = 3000

/** How often the line was cut: what was asked before the last time says nothing of now. */
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
  // The browser knows of its own network only: whether the server answers is found out by asking.
  const timer = setInterval(() => $isOffline.get() && tryAgain(), trialEvery)
  if (!navigator.onLine) noteNoAnswer()
  return () => {
    clearInterval(timer)
    window.removeEventListener('offline', noteNoAnswer)
    window.removeEventListener('online', tryAgain)
  }
})

/** The server has answered, whatever it said. What was on its way when the browser lost its network says nothing of now. */
export function noteAnswer(): void {
  if (!$isOffline.get()) return
  if (navigator.onLine) $isOffline.set(false)
  else tryAgain()
}

/** A call got no answer at all, or there is no network to get one by. */
export function noteNoAnswer(): void {
  cuts += 1
  $isOffline.set(true)
}

/** Whether a call failed because there was no answer. */
export const hadNoAnswer = (error: unknown): boolean => error instanceof TypeError
