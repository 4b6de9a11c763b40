import { any, input } from './dom.ts'

type View = 'opening' | 'elsewhere' | 'sign-in' | 'app'

const door = any('door')
const tabs = [...door.querySelectorAll<HTMLButtonElement>('[data-opens]')]

export function openView(view: View): void {
  for (const other of ['opening', 'elsewhere', 'sign-in', 'app']) any(other).hidden = other !== view
  door.dataset.view = view
}

export const isViewOpen = (view: View) => door.dataset.view === view

export function openTab(name: string): void {
  for (const tab of tabs) {
    const isOpen = tab.dataset.opens === name
    any(tab.dataset.opens ?? '').hidden = !isOpen
    if (isOpen) tab.setAttribute('aria-current', 'page')
    else tab.removeAttribute('aria-current')
  }
  if (name === 'search') input('query').focus()
  if (name === 'walk-in') input('name').focus()
}

for (const tab of tabs) tab.addEventListener('click', () => openTab(tab.dataset.opens ?? ''))
