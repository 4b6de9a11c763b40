/**
 * On a first visit the display typeface waits until the page has been painted in its measured stand-in, so that it does
 * not compete with what there is to read; from then on it is in the browser's cache and used at once.
 */
import { afterFirstPaint } from './first-paint.ts'

const seen = 'display-type'

function use(): void {
  document.documentElement.classList.add('has-type')
  try {
    localStorage.setItem(seen, 'yes')
  } catch {
    // A browser that keeps nothing treats every visit as the first.
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
