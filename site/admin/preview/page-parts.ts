import { contentKeys, isCollection, kinds, viewOf } from '../content/kinds.ts'
import { focusWhenThere, openItem } from '../content/open-item.ts'
import { openTab } from '../shell/tab.ts'

/** Returns the id of the page's section that a tab edits. In the tab Ajustes, each view edits one section or none. */
export function partOf(tab: string, view = ''): string | undefined {
  const isShown = (kind: (typeof kinds)[keyof typeof kinds]) => tab !== 'ajustes' || !view || kind.view === view
  return contentKeys.map((key) => kinds[key]).find((kind) => kind.tab === tab && kind.parts && isShown(kind))?.parts?.[0]
}

export function showPart(document: Document | null, id = ''): void {
  const part = document?.getElementById(id)
  const window = document?.defaultView
  if (!part || !window) return
  // Scrolls by hand, because `scrollIntoView` would scroll the panel too.
  const header = Number.parseFloat(window.getComputedStyle(window.document.documentElement).scrollPaddingTop) || 0
  window.scrollTo({ top: part.getBoundingClientRect().top + window.scrollY - header, behavior: 'instant' })
}

/** Returns false if the user decides to stay in a dialog with unsaved changes. */
export async function openPart(target: Element): Promise<boolean> {
  const id = target.closest('section[id]')?.id ?? ''
  const key = contentKeys.find((key) => kinds[key].parts?.includes(id)) ?? (target.closest('footer') ? 'event' : 'hero')
  const item = isCollection(key) ? target.closest('[data-item]') : null
  const collection = item?.localName === 'th' ? 'scenarios' : key
  const opening =
    item && isCollection(collection)
      ? openItem(collection, item.getAttribute('data-item') ?? '')
      : openTab(kinds[key].tab, viewOf(key))
  if (!(await opening)) return false
  const text = target.localName === 'img' ? target.getAttribute('src') : target.textContent
  focusField(text ?? '', item ? 'dialog[open]' : '.panel-view:not([hidden])')
  return true
}

const plain = (text: string) =>
  text
    .replace(/\\n|<br\s?\/?>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

type AnyField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const textOf = (field: AnyField) => plain('selectedOptions' in field ? (field.selectedOptions[0]?.text ?? '') : field.value)

function focusField(text: string, container: string): void {
  const searchedText = plain(text)
  if (searchedText === '') return
  const isSimilar = (other: string) => other.length > 3 && (other.includes(searchedText) || searchedText.includes(other))
  focusWhenThere(() => {
    const fields = [...document.querySelectorAll<AnyField>(`${container} :is(input, textarea, select)`)]
    return fields.find((field) => textOf(field) === searchedText) ?? fields.find((field) => isSimilar(textOf(field)))
  })
}
