import { atom, onMount } from 'nanostores'
import { type TabKey, tabs } from '../tabs.ts'

/** The open tab. It stands in the address (`/admin#registros`), so that reload, back and bookmarks work. */
export const $tab = atom<TabKey>('hero')

onMount($tab, () => {
  const read = () => $tab.set(tabs.find(({ key }) => `#${key}` === location.hash)?.key ?? 'hero')
  read()
  window.addEventListener('hashchange', read)
  return () => window.removeEventListener('hashchange', read)
})

export function openTab(key: TabKey): void {
  location.hash = key
}
