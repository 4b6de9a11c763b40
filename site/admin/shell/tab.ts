import { atom, onMount } from 'nanostores'
import { isDialogUnsaved } from './unsaved.ts'

/** The keys of all tabs. The first is open where the address names none of them. */
export const $tabKeys = atom<readonly string[]>([])

/** The open tab. It is in the address (`/admin#registros`), so that reload, back and bookmarks work. */
export const $tab = atom('')

/** The tabs opened so far, in the order in which they were first opened. */
export const $openedTabs = atom<readonly string[]>([])

onMount($tab, () => {
  readAddress()
  window.addEventListener('hashchange', readAddress)
  return () => window.removeEventListener('hashchange', readAddress)
})

/** Opens a tab, at once: the browser tells of a changed address only later. */
export function openTab(key: string): void {
  location.hash = key
  readAddress()
}

function readAddress(): void {
  const keys = $tabKeys.get()
  const key = keys.find((key) => `#${key}` === location.hash) ?? keys[0] ?? ''
  const before = $tab.get()
  if (key !== before && isDialogUnsaved() && !window.confirm('Hay cambios sin guardar. ¿Quieres descartarlos?')) {
    location.hash = before
    return
  }
  $tab.set(key)
  if (!$openedTabs.get().includes(key)) $openedTabs.set([...$openedTabs.get(), key])
}
