import { firstPaint } from './first-paint.ts'

const storageKey = 'display-type'

function use(): void {
  document.documentElement.classList.add('has-type')
  try {
    localStorage.setItem(storageKey, 'yes')
  } catch {}
}

function isCached(): boolean {
  try {
    return storageKey in localStorage
  } catch {
    return false
  }
}

if (isCached()) use()
else void firstPaint.then(use)
