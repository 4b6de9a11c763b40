import { atom, map, onMount } from 'nanostores'
import { $toast, hideToast } from '../../toast/toast.ts'
import { leaveDialogs } from '../dialogs/dialogs.ts'
import { isDialogUnsaved } from './unsaved.ts'

export const $tabKeys = atom<readonly string[]>([])

/** The open tab. Its key is in the address (`/admin#registros`). */
export const $tab = atom('')

/** The open view of each tab (`/admin#agenda/eventos`), '' for its first view. */
export const $views = map<Record<string, string>>({})

export const $openedTabs = atom<readonly string[]>([])

onMount($tab, () => {
  readAddress()
  window.addEventListener('hashchange', readAddress)
  return () => window.removeEventListener('hashchange', readAddress)
})

export function openTab(key: string, view = $views.get()[key]): void {
  location.hash = addressOf(key, view)
  // The browser fires `hashchange` only later, and the new tab must be open at once.
  readAddress()
}

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
  if (isOther && $toast.get()?.action) hideToast()
  $views.setKey(key, view)
  $tab.set(key)
  if (!$openedTabs.get().includes(key)) $openedTabs.set([...$openedTabs.get(), key])
}
