import { contentKeys, isCollection, kinds, viewOf } from '../content/kinds.ts'
import { focusWhenThere, openItem } from '../content/open-item.ts'
import { openTab } from '../shell/tab.ts'

const partOf = (tab: string) => contentKeys.map((key) => kinds[key]).find((kind) => kind.tab === tab && kind.parts)?.parts?.[0]

export const hasPreview = (tab: string) => partOf(tab) !== undefined

export function showPart(document: Document | null, tab = ''): void {
  const part = document?.getElementById(partOf(tab) ?? '')
  const window = document?.defaultView
  if (!part || !window) return
  // `scrollIntoView` would scroll the panel too.
  const header = Number.parseFloat(window.getComputedStyle(window.document.documentElement).scrollPaddingTop) || 0
  window.scrollTo({ top: part.getBoundingClientRect().top + window.scrollY - header, behavior: 'instant' })
}

export function openPart(target: Element): void {
  const id = target.closest('section[id]')?.id ?? ''
  const key = contentKeys.find((key) => kinds[key].parts?.includes(id)) ?? (target.closest('footer') ? 'event' : 'hero')
  const item = isCollection(key) ? target.closest('[data-item]') : null
  const collection = item?.localName === 'th' ? 'scenarios' : key
  if (item && isCollection(collection)) openItem(collection, item.getAttribute('data-item') ?? '')
  else openTab(kinds[key].tab, viewOf(key))
  const text = target.localName === 'img' ? target.getAttribute('src') : target.textContent
  focusField(text ?? '', item ? 'dialog[open]' : '.panel-view:not([hidden])')
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
