import { offerActions } from './actions.ts'
import { createAfterPaint } from './after-paint.ts'
import { loadAhead, sheetOf } from './sheet-file.ts'

const sheetState = 'sheet'

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

const cards = '.session, .speaker'
const cardWithSheet = (item: Element | null) => (item?.matches('.opens') ? item : null)

/** Card that was opened last. A slow download must not open an earlier card's sheet later. */
let requestedCard: Element | null = null

async function open(card: Element): Promise<boolean> {
  requestedCard = card
  const sheet = await sheetOf(card)
  if (sheet && requestedCard === card && !sheet.matches(':popover-open')) {
    if (card.matches('.session')) offerActions(card, sheet)
    sheet.showPopover()
  }
  return sheet !== null || requestedCard !== card
}

const linkedItem = () => document.getElementById(idOf(location.hash))

function followHash(): void {
  closeSheets(cardWithSheet(linkedItem()))
  openHash()
}

function openHash(): void {
  const item = linkedItem()
  const card = cardWithSheet(item)
  requestedCard = null
  const day = item?.closest('.day')
  if (day) openDay(day)
  if (item?.closest('.is-out')) showAll()
  if (item?.closest('.is-folded')) unfold()
  if (card) void open(card)
}

function cardOf({ href }: HTMLAnchorElement): Element | null {
  const path = CSS.escape(href.replace(location.origin, ''))
  return document.querySelector(`:is(${cards}) :is(h3, h4) a[href="${path}"]`)?.closest(cards) ?? null
}

function unfold(): void {
  document.querySelector('.is-folded')?.classList.remove('is-folded')
  document.querySelector('[data-unfold]')?.remove()
}

export function openDay(day: Element): void {
  markTab(`#${day.id}`)
  if (day.matches('.is-open')) return
  for (const other of document.querySelectorAll('.day.is-open')) other.classList.remove('is-open')
  day.classList.add('is-open')
}

function markTab(hash: string): void {
  for (const tab of document.querySelectorAll<HTMLAnchorElement>('.day-tabs a'))
    tab.ariaCurrent = tab.hash === hash ? 'true' : null
}

function updateHash(event: ToggleEvent): void {
  const { target } = event
  if (!(target instanceof HTMLElement) || !target.matches('.sheet[popover]')) return
  const item = target.closest(cards)
  if (!item) return
  const hash = `#${item.id}`
  if (event.newState === 'open') {
    if (location.hash === hash) return
    // A sheet opened from another sheet replaces that sheet's history entry, so that 'Back' closes both.
    if (history.state === sheetState) history.replaceState(sheetState, '', hash)
    else {
      // Otherwise 'Back' leaves the talk and scrolls to the element in the address, such as #agenda.
      history.scrollRestoration = 'manual'
      history.pushState(sheetState, '', hash)
    }
    return
  }
  if (location.hash !== hash || document.querySelector('.sheet:popover-open')) return
  if (history.state === sheetState) {
    // `history.back()` may move the focus, so the focus is set again afterwards.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement)
      addEventListener('hashchange', () => activeElement.focus({ preventScroll: true }), { once: true })
    history.back()
  } else history.replaceState(null, '', location.pathname + location.search)
}

function openLinked(event: MouseEvent) {
  const { target } = event
  if (!(target instanceof Element)) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = target.closest('a')
  const item = link && (link.matches('[href^="#"]') ? document.getElementById(idOf(link.hash)) : cardOf(link))
  if (link?.matches('.agenda-bar a')) return scrollToItem(event, item)
  if (link?.matches('.day-tabs a')) {
    event.preventDefault()
    return openTab(link)
  }
  const talk = link?.closest('.session .sheet')?.closest('.session')
  if (talk && item?.matches('.day')) return scrollToItem(event, talk)
  if (link?.dataset.room) return showRoom(event, link.dataset.room)
  const isCard = !link && !target.closest('a, button, input, .sheet')
  const card = cardWithSheet(isCard ? target.closest(cards) : item)
  if (!card || (isCard && getSelection()?.toString())) return
  event.preventDefault()
  if (card.closest('.is-folded')) unfold()
  // This calls `followHash`, which shows hidden elements.
  if (item && !item.checkVisibility()) {
    location.hash = item.id
    return
  }
  const page = card.querySelector<HTMLAnchorElement>(':is(h3, h4) a')
  void open(card).then((isOpen) => {
    if (!isOpen && page) location.assign(page.href)
  })
}

const afterPaint = createAfterPaint()

function openTab(link: HTMLAnchorElement): void {
  markTab(link.hash)
  afterPaint(() => {
    const day = document.getElementById(idOf(link.hash))
    // Before the address, because the browser lays the day out when the address changes.
    if (day) openDay(day)
    location.assign(link.hash)
  })
}

function closeSheets(except: Element | null = null): void {
  for (const sheet of document.querySelectorAll<HTMLElement>('.sheet:popover-open'))
    if (!except?.contains(sheet)) sheet.hidePopover()
}

const showAll = () => document.querySelector<HTMLFormElement>('.agenda-bar')?.reset()

function scrollToItem(event: MouseEvent, item: Element | null): void {
  const day = item?.closest('.day')
  if (!item || !day) return
  event.preventDefault()
  closeSheets()
  if (item.closest('.is-out')) showAll()
  // CSS shows only the day that the address names, so the address must change to this day.
  if (document.querySelector('.day:is(:target, :has(:target))')) location.replace(`#${day.id}`)
  openDay(day)
  item.scrollIntoView({ block: item === day ? 'start' : 'center' })
}

function showRoom(event: MouseEvent, number: string): void {
  const choice = document.querySelector<HTMLOptionElement>(`#agenda option[value="${number}"]`)
  const select = choice?.closest('select')
  if (!choice || !select) return
  event.preventDefault()
  closeSheets()
  select.value = choice.value
  select.dispatchEvent(new Event('input', { bubbles: true }))
  document.getElementById('agenda')?.scrollIntoView()
}

export function openByAddress(): void {
  for (const intent of ['pointerdown', 'focusin']) document.addEventListener(intent, loadAhead, { passive: true })
  document.addEventListener('toggle', updateHash, true)
  document.addEventListener('click', openLinked)
  addEventListener('hashchange', followHash)
  addEventListener('popstate', () => {
    followHash()
    // The browser scrolls after this event.
    if (history.state !== sheetState) setTimeout(() => (history.scrollRestoration = 'auto'))
  })
  // Keeps sheets open that were opened earlier.
  openHash()
}
