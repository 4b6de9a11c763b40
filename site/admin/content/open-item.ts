import { atom } from 'nanostores'
import type { CollectionKey, SectionKey } from '../../../data/content/schema.ts'
import { openTab } from '../shell/tab.ts'
import { kinds, viewOf } from './kinds.ts'

export const $itemToOpen = atom<{ collection: CollectionKey; id: string } | null>(null)

export const openList = (collection: CollectionKey): Promise<boolean> => openTab(kinds[collection].tab, viewOf(collection))

const inputSelector = (field: string) => `:is([name="${CSS.escape(field)}"], [name^="${CSS.escape(field)}."])`

/** Returns false if the user decides to stay in a dialog with unsaved changes. */
export async function openItem(collection: CollectionKey, id: string, field?: string): Promise<boolean> {
  if (!(await openList(collection))) return false
  $itemToOpen.set({ collection, id })
  if (field !== undefined)
    focusWhenThere(() => document.querySelector<HTMLElement>(`dialog[open] ${inputSelector(field)}`) ?? undefined)
  return true
}

export async function openField(section: SectionKey, field: string): Promise<void> {
  if (!(await openTab(kinds[section].tab, viewOf(section)))) return
  focusWhenThere(() =>
    [...document.querySelectorAll<HTMLElement>(`.panel-view ${inputSelector(field)}`)].find((input) => input.checkVisibility()),
  )
}

/** Waits up to two seconds for the element to exist. */
export function focusWhenThere(find: () => HTMLElement | undefined, tries = 20): void {
  const element = find()
  element?.focus({ preventScroll: true })
  // Elements behind a closing dialog do not take the focus yet.
  if (element && document.activeElement === element) element.scrollIntoView({ block: 'center' })
  else if (tries > 0) setTimeout(() => focusWhenThere(find, tries - 1), 100)
}
