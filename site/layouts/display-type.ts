import { afterFirstPaint } from './first-paint.ts'

const storageKey = 'display-type'

function use(): void {
  document.documentElement.classList.add('has-type')
  try {
    localStorage.setItem(storageKey, 'yes')
  } catch {}
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
