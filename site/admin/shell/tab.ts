import { atom, onMount } from 'nanostores'
import { type TabKey, tabKeys } from './tab-keys.ts'
import { isDialogUnsaved } from './unsaved.ts'

/** The open tab. It is in the address (`/admin#registros`), so that reload, back and bookmarks work. */
export const $tab = atom<TabKey>('hero')

/** The tabs opened so far, in the order in which they were first opened. */
export const $openedTabs = atom<readonly TabKey[]>([])

onMount($tab, () => {
  readAddress()
  window.addEventListener('hashchange', readAddress)
  return () => window.removeEventListener('hashchange', readAddress)
})

/** Opens a tab, at once: the browser tells of a changed address only later. */
export function openTab(key: TabKey): void {
  location.hash = key
  readAddress()
}

function readAddress(): void {
  const key = tabKeys.find((key) => `#${key}` === location.hash) ?? 'hero'
  const before = $tab.get()
  if (key !== before && isDialogUnsaved() && !window.confirm('Hay cambios sin guardar. ¿Quieres descartarlos?')) {
    location.hash = before
    return
  }
  $tab.set(key)
  if (!$openedTabs.get().includes(key)) $openedTabs.set([...$openedTabs.get(), key])
}
