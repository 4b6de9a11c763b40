import { atom, onMount } from 'nanostores'
import { type TabKey, tabKeys } from '../tab-keys.ts'
import { isDialogUnsaved } from './unsaved.ts'

/** The open tab. It is in the address (`/admin#registros`), so that reload, back and bookmarks work. */
export const $tab = atom<TabKey>('hero')

/** The tabs opened so far, in the order in which they were first opened. */
export const $openedTabs = atom<readonly TabKey[]>([])

onMount($tab, () => {
  const read = () => {
    const key = tabKeys.find((key) => `#${key}` === location.hash) ?? 'hero'
    const before = $tab.get()
    if (key !== before && isDialogUnsaved() && !window.confirm('Hay cambios sin guardar. ¿Quieres descartarlos?')) {
      openTab(before)
      return
    }
    $tab.set(key)
    if (!$openedTabs.get().includes(key)) $openedTabs.set([...$openedTabs.get(), key])
  }
  read()
  window.addEventListener('hashchange', read)
  return () => window.removeEventListener('hashchange', read)
})

export function openTab(key: TabKey): void {
  location.hash = key
}
