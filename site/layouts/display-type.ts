/**
 * On a first visit the display typeface is loaded after the first paint, which uses a fallback of the same measurements, so
 * that it does not delay the text; from then on it is in the browser's cache and used at once.
 */
import { afterFirstPaint } from './first-paint.ts'

const seen = 'display-type'

function use(): void {
  document.documentElement.classList.add('has-type')
  try {
    localStorage.setItem(seen, 'yes')
  } catch {
    // Without storage every visit counts as the first.
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
