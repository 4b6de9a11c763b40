import type { CollectionKey } from '../../../data/content/schema.ts'
import { $itemToOpen } from '../content/item-to-open.ts'
import { openTab } from '../shell/tab.ts'
import type { TabKey } from '../shell/tab-keys.ts'

/** Where each tab is on the page, by the ids of its sections. */
const placeOfTab: Partial<Record<TabKey, string>> = {
  hero: 'evento',
  about: 'acerca',
  benefits: 'beneficios',
  segments: 'segmentos',
  speakers: 'speakers',
  agenda: 'agenda',
  partners: 'patrocinadores',
  formulario: 'registro',
  ajustes: 'evento',
}

/** The tabs beside which the page is shown. */
export const hasPreview = (tab: TabKey) => tab in placeOfTab

/** Brings the part of the page into view that this tab edits. */
export function showPlace(document: Document | null | undefined, tab: TabKey): void {
  const place = document?.getElementById(placeOfTab[tab] ?? '')
  const window = document?.defaultView
  if (!place || !window) return
  // Not scrollIntoView: it scrolls the panel around the frame too, away from what its reader looks at.
  const header = Number.parseFloat(window.getComputedStyle(window.document.documentElement).scrollPaddingTop) || 0
  window.scrollTo({ top: place.getBoundingClientRect().top + window.scrollY - header, behavior: 'instant' })
}

/** Opens what somebody pointed at on the page: its tab, and in it the item, or the field with these words. */
export function openPlace(target: Element): void {
  const id = target.closest('section[id]')?.id ?? ''
  const found = (Object.keys(placeOfTab) as TabKey[]).find((key) => placeOfTab[key] === id)
  const tab = id === 'aliados' ? 'partners' : (found ?? (target.closest('footer') ? 'ajustes' : 'hero'))
  openTab(tab)
  const item = target.closest('[data-item]')
  const list = item && listOf(tab, item)
  if (list) $itemToOpen.set({ collection: list, id: item.getAttribute('data-item') ?? '' })
  // A picture is known by its address.
  const words = target.localName === 'img' ? target.getAttribute('src') : target.textContent
  focusField(words ?? '', list ? 'dialog[open]' : '[role="tabpanel"]:not([hidden])')
}

function listOf(tab: TabKey, item: Element): CollectionKey | null {
  if (tab === 'agenda') return item.localName === 'th' ? 'scenarios' : 'events'
  return tab === 'speakers' || tab === 'partners' ? tab : null
}

const plain = (text: string) =>
  text
    .replace(/\\n|<br\s?\/?>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

type AnyField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What a field says on the page. */
const saidBy = (field: AnyField) => plain('selectedOptions' in field ? (field.selectedOptions[0]?.text ?? '') : field.value)

/** Puts the focus on the field that holds this text, once it is there; nowhere when none does. */
function focusField(text: string, place: string, tries = 20): void {
  const words = plain(text)
  if (words === '') return
  const fields = [...document.querySelectorAll<AnyField>(`${place} :is(input, textarea, select)`)]
  const within = (said: string) => said.length > 3 && (said.includes(words) || words.includes(said))
  const field = fields.find((field) => saidBy(field) === words) ?? fields.find((field) => within(saidBy(field)))
  field?.focus({ preventScroll: true })
  // Behind a sheet that is about to close, nothing takes the focus yet.
  if (field && document.activeElement === field) field.scrollIntoView({ block: 'center' })
  else if (tries > 0) setTimeout(() => focusField(text, place, tries - 1), 100)
}
