import { atom } from 'nanostores'
import type { CollectionKey, SectionKey } from '../../../data/content/schema.ts'
import { openTab } from '../shell/tab.ts'
import { kinds, viewOf } from './kinds.ts'

/** An item that somebody pointed at elsewhere: its list opens it. */
export const $itemToOpen = atom<{ collection: CollectionKey; id: string } | null>(null)

/** Opens a list where it is edited. */
export const openList = (collection: CollectionKey): void => openTab(kinds[collection].tab, viewOf(collection))

/** The input of a field, or those of a list of several. */
const named = (field: string) => `:is([name="${CSS.escape(field)}"], [name^="${CSS.escape(field)}."])`

/** Opens an item where it is edited, with the focus on a field of it; its list alone where there is no such item any more. */
export function openItem(collection: CollectionKey, id: string, field?: string): void {
  openList(collection)
  $itemToOpen.set({ collection, id })
  if (field === undefined) return
  focusWhenThere(() => document.querySelector<HTMLElement>(`dialog[open] ${named(field)}`) ?? undefined)
}

/** Opens where a section is edited, with the focus on a field of it. */
export function openField(section: SectionKey, field: string): void {
  openTab(kinds[section].tab, viewOf(section))
  focusWhenThere(() =>
    [...document.querySelectorAll<HTMLElement>(`.panel-view ${named(field)}`)].find((input) => input.checkVisibility()),
  )
}

/** Puts the focus on an element once it is there and takes it, for two seconds. */
export function focusWhenThere(find: () => HTMLElement | undefined, tries = 20): void {
  const element = find()
  element?.focus({ preventScroll: true })
  // Behind a sheet that is about to close, nothing takes the focus yet.
  if (element && document.activeElement === element) element.scrollIntoView({ block: 'center' })
  else if (tries > 0) setTimeout(() => focusWhenThere(find, tries - 1), 100)
}
