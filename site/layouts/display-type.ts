/** On a first visit the display typeface loads after the first paint, so the text is not delayed. Later visits use the cache. */
import { afterFirstPaint } from './first-paint.ts'

const storageKey = 'display-type'

function use(): void {
  document.documentElement.classList.add('has-type')
  try {
    localStorage.setItem(storageKey, 'yes')
  } catch {
    // Without storage every visit is a first visit.
  }
}

function isCached(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

if (isCached()) use()
else afterFirstPaint(use)
