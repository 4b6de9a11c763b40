/** On a first visit the display typeface loads after the first paint, so the text is not delayed. Later visits use the cache. */
import { afterFirstPaint } from './first-paint.ts'

const seen = 'display-type'

function use(): void {
  document.documentElement.classList.add('has-type')
  try {
    localStorage.setItem(seen, 'yes')
  } catch {
    // Without storage every visit is a first visit.
  }
}

function isKnown(): boolean {
  try {
    return localStorage.getItem(seen) !== null
  } catch {
    return false
  }
}

if (isKnown()) use()
else afterFirstPaint(use)
