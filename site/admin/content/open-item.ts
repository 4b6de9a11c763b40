import { atom } from 'nanostores'
import type { CollectionKey, SectionKey } from '../../../data/content/schema.ts'
import { openTab } from '../shell/tab.ts'
import { kinds, viewOf } from './kinds.ts'

export const $itemToOpen = atom<{ collection: CollectionKey; id: string } | null>(null)

export const openList = (collection: CollectionKey): void => openTab(kinds[collection].tab, viewOf(collection))

const inputSelector = (field: string) => `:is([name="${CSS.escape(field)}"], [name^="${CSS.escape(field)}."])`

export function openItem(collection: CollectionKey, id: string, field?: string): void {
  openList(collection)
  $itemToOpen.set({ collection, id })
  if (field === undefined) return
  focusWhenThere(() => document.querySelector<HTMLElement>(`dialog[open] ${inputSelector(field)}`) ?? undefined)
}

export function openField(section: SectionKey, field: string): void {
  openTab(kinds[section].tab, viewOf(section))
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
