import { atom, map, onMount } from 'nanostores'
import { $toast, hideToast } from '../../toast/toast.ts'
import { cancelQuestion } from '../dialogs/ask.ts'
import { leaveDialogs } from '../dialogs/dialogs.ts'
import { askToDiscard, isDialogUnsaved } from './unsaved.ts'

export const $tabKeys = atom<readonly string[]>([])

/** The open tab. Its key is in the address (`/admin#registros`). */
export const $tab = atom('')

/** The open view of each tab (`/admin#agenda/eventos`), '' for its first view. */
export const $views = map<Record<string, string>>({})

export const $openedTabs = atom<readonly string[]>([])

onMount($tab, () => {
  const onChange = () => void readAddress()
  onChange()
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
})

export const $visibleTab = atom('')

/** Returns false if the user decides to stay in a dialog with unsaved changes. */
export async function openTab(key: string, view = $views.get()[key]): Promise<boolean> {
  location.hash = addressOf(key, view)
  // The browser fires `hashchange` only later, and the new tab must be open at once.
  if (!(await readAddress())) return false
  // A new tab stays hidden for a frame, and a dialog in a hidden tab closes at once.
  let stop = () => {}
  await new Promise<void>((resolve) => {
    stop = $visibleTab.subscribe((visible) => visible === $tab.get() && resolve())
  })
  stop()
  return true
}

export const addressOf = (key: string, view = '') => (view ? `${key}/${view}` : key)

type Place = { key: string; view: string }

function placeInAddress(): Place {
  const keys = $tabKeys.get()
  const [name, view = ''] = location.hash.slice(1).split('/')
  return { key: keys.find((key) => key === name) ?? keys[0] ?? '', view }
}

const isSame = (a: Place, b: Place) => a.key === b.key && a.view === b.view

/** The open question about unsaved changes in a dialog. */
let leaving: { to: Place; isDiscarding: Promise<boolean> } | null = null

async function readAddress(): Promise<boolean> {
  const place = placeInAddress()
  const before = { key: $tab.get(), view: $views.get()[$tab.get()] ?? '' }
  if (isSame(place, before)) {
    if (leaving) cancelQuestion()
  } else if (isDialogUnsaved() && !(await askToLeave(place))) {
    // Restores the address, unless the user changed it again while the question was open.
    if (isSame(placeInAddress(), place)) location.hash = addressOf(before.key, before.view)
    return false
  }
  show(place)
  return true
}

/** Asks only once, although both `openTab` and the browser report a new address. */
async function askToLeave(to: Place): Promise<boolean> {
  if (!leaving || !isSame(leaving.to, to)) leaving = { to, isDiscarding: askToDiscard() }
  const question = leaving
  const isDiscarding = await question.isDiscarding
  if (leaving === question) leaving = null
  return isDiscarding
}

function show({ key, view }: Place): void {
  const before = $tab.get()
  if (key !== before || view !== ($views.get()[before] ?? '')) {
    cancelQuestion()
    leaveDialogs()
    if ($toast.get()?.action) hideToast()
  }
  $views.setKey(key, view)
  $tab.set(key)
  if (!$openedTabs.get().includes(key)) $openedTabs.set([...$openedTabs.get(), key])
}
