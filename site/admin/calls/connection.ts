import { atom, onMount } from 'nanostores'

export const $isOffline = atom(false)

const trialIntervalMs = 3000

let cutCount = 0

function tryServer(): void {
  const countBefore = cutCount
  fetch('/api/live', { cache: 'no-store' }).then(
    // Ignores the response if the network was cut again after the request.
    () => cutCount === countBefore && $isOffline.set(false),
    () => {},
  )
}

onMount($isOffline, () => {
  window.addEventListener('offline', noteNoAnswer)
  window.addEventListener('online', tryServer)
  const timer = setInterval(() => $isOffline.get() && tryServer(), trialIntervalMs)
  if (!navigator.onLine) noteNoAnswer()
  return () => {
    clearInterval(timer)
    window.removeEventListener('offline', noteNoAnswer)
    window.removeEventListener('online', tryServer)
  }
})

/**
 * If the browser reports no network, asks the server again, because the response may belong to a request from before the network
 * was cut.
 */
export function noteAnswer(): void {
  if (!$isOffline.get()) return
  if (navigator.onLine) $isOffline.set(false)
  else tryServer()
}

export function noteNoAnswer(): void {
  cutCount += 1
  $isOffline.set(true)
}

export const hadNoAnswer = (error: unknown): boolean => error instanceof TypeError
