import { atom, map, onMount } from 'nanostores'
import { leaveDialogs } from '../ui/dialogs.ts'
import { isDialogUnsaved } from './unsaved.ts'

/** The keys of all tabs. The first is open where the address names none of them. */
export const $tabKeys = atom<readonly string[]>([])

/** The open tab. It is in the address (`/admin#registros`), so that reload, back and bookmarks work. */
export const $tab = atom('')

/**
 * The view last open in each tab that has several, by tab. That of the open one is in the address as well
 * (`/admin#agenda/eventos`); none is the first.
 */
export const $views = map<Record<string, string>>({})

/** The tabs opened so far, in the order in which they were first opened. */
export const $openedTabs = atom<readonly string[]>([])

onMount($tab, () => {
  readAddress()
  window.addEventListener('hashchange', readAddress)
  return () => window.removeEventListener('hashchange', readAddress)
})

/** Opens a tab as it was left, or a view of it, at once: the browser tells of a changed address only later. */
export function openTab(key: string, view = $views.get()[key]): void {
  location.hash = addressOf(key, view)
  readAddress()
}

/** The hash of a tab, or of a view of it. */
export const addressOf = (key: string, view = '') => (view ? `${key}/${view}` : key)

function readAddress(): void {
  const keys = $tabKeys.get()
  const [name, view = ''] = location.hash.slice(1).split('/')
  const key = keys.find((key) => key === name) ?? keys[0] ?? ''
  const before = $tab.get()
  const viewBefore = $views.get()[before] ?? ''
  const isOther = key !== before || view !== viewBefore
  if (isOther && isDialogUnsaved() && !window.confirm('Hay cambios sin guardar. ¿Quieres descartarlos?')) {
    location.hash = addressOf(before, viewBefore)
    return
  }
  if (isOther) leaveDialogs()
  $views.setKey(key, view)
  $tab.set(key)
  if (!$openedTabs.get().includes(key)) $openedTabs.set([...$openedTabs.get(), key])
}
