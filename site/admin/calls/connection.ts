import { atom, onMount } from 'nanostores'

/** Whether the last thing known of the line to the server is that it is cut. */
export const $isOffline = atom(false)

/** How often a line that is cut is tried again, in milliseconds. */
const trialEvery = 3000

function tryAgain(): void {
  fetch('/api/live', { cache: 'no-store' }).then(
    () => $isOffline.set(false),
    () => {},
  )
}

onMount($isOffline, () => {
  const cut = () => $isOffline.set(true)
  // The browser knows of its own network only: whether the server answers is found out by asking.
  const timer = setInterval(() => $isOffline.get() && tryAgain(), trialEvery)
  window.addEventListener('offline', cut)
  window.addEventListener('online', tryAgain)
  if (!navigator.onLine) cut()
  return () => {
    clearInterval(timer)
    window.removeEventListener('offline', cut)
    window.removeEventListener('online', tryAgain)
  }
})

/** The server has answered, whatever it said. What was on its way when the browser lost its network says nothing of now. */
export function noteAnswer(): void {
  if (!$isOffline.get()) return
  if (navigator.onLine) $isOffline.set(false)
  else tryAgain()
}

/** A call got no answer at all. */
export function noteNoAnswer(): void {
  $isOffline.set(true)
}

/** Whether a call failed because there was no answer. */
export const hadNoAnswer = (error: unknown): boolean => error instanceof TypeError
