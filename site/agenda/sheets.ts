/** Opens the item in the address: `/#evento-…` a talk, `/#speaker-…` a speaker, `/#dia-…` a day. 'Back' closes it. */

import { offerActions } from './actions.ts'
import { createAfterPaint } from './after-paint.ts'
import { hasSheet, loadAhead, sheetOf } from './sheet-file.ts'

const opened = 'sheet'

/** Empty if the hash cannot be decoded. */
function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

const withSheet = '.session, .speaker'
const cardIn = (named: Element | null) => (named?.matches(withSheet) && hasSheet(named) ? named : null)

/** The last requested card. A slow download must not open a sheet over a newer one. */
let wanted: Element | null = null

async function open(card: Element): Promise<boolean> {
  wanted = card
  const sheet = await sheetOf(card)
  if (sheet && wanted === card && !sheet.matches(':popover-open')) sheet.showPopover()
  return sheet !== null || wanted !== card
}

function follow(): void {
  const named = document.getElementById(idOf(location.hash))
  const card = cardIn(named)
  wanted = null
  for (const other of document.querySelectorAll<HTMLElement>('.sheet:popover-open'))
    if (!card?.contains(other)) other.hidePopover()
  const day = named?.closest('.day')
  if (day) openDay(day)
  if (named?.closest('.is-out')) showAll()
  if (named?.closest('.is-folded')) unfold()
  if (card) void open(card)
}

function cardOf({ href }: HTMLAnchorElement): Element | null {
  const titles = [...document.querySelectorAll<HTMLAnchorElement>(':is(.session, .speaker) :is(h3, h4) a')]
  return titles.find((title) => title.href === href)?.closest(withSheet) ?? null
}

function unfold(): void {
  document.querySelector('.is-folded')?.classList.remove('is-folded')
  document.querySelector('[data-unfold]')?.remove()
}

export function openDay(day: Element): void {
  for (const other of document.querySelectorAll('.day.is-open')) other.classList.remove('is-open')
  day.classList.add('is-open')
}

function note(event: ToggleEvent): void {
  const { target } = event
  if (!(target instanceof HTMLElement) || !target.matches('.sheet[popover]')) return
  const named = target.closest(withSheet)
  if (!named) return
  if (event.newState === 'open' && named.matches('.session')) offerActions(named, target)
  const hash = `#${named.id}`
  if (event.newState === 'open') {
    if (location.hash === hash) return
    // 'Back' skips a sheet that was replaced by another.
    if (history.state === opened) history.replaceState(opened, '', hash)
    else history.pushState(opened, '', hash)
    return
  }
  if (location.hash !== hash || document.querySelector('.sheet:popover-open')) return
  if (history.state === opened) {
    // `history.back()` may move the focus away from the button.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement)
      addEventListener('hashchange', () => activeElement.focus({ preventScroll: true }), { once: true })
    history.back()
  } else history.replaceState(null, '', location.pathname + location.search)
}

/** Opens linked items in place instead of scrolling. Times lead to the talk in its day, room names to the room. */
function openLinked(event: MouseEvent): void {
  const { target } = event
  if (!(target instanceof Element)) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = target.closest('a')
  const named = link && (link.matches('[href^="#"]') ? document.getElementById(idOf(link.hash)) : cardOf(link))
  if (link?.matches('.agenda-bar a')) {
    leadTo(event, named)
    return
  }
  if (link?.matches('.day-tabs a')) {
    event.preventDefault()
    turnTo(link)
    return
  }
  const talk = link?.closest('.session .sheet')?.closest('.session')
  if (talk && named?.matches('.day')) {
    leadTo(event, talk)
    return
  }
  if (link?.dataset.room) {
    showRoom(event, link.dataset.room)
    return
  }
  const isCard = !link && !target.closest('a, button, input, .sheet')
  const card = cardIn(isCard ? target.closest(withSheet) : named)
  if (!card || (isCard && getSelection()?.toString())) return
  event.preventDefault()
  // Hidden elements cannot be scrolled to, so change the hash and let `follow` open them.
  if (named && !named.checkVisibility()) {
    location.hash = named.id
    return
  }
  if (card.closest('.is-folded')) unfold()
  const page = card.querySelector<HTMLAnchorElement>(':is(h3, h4) a')
  void open(card).then((isOpen) => {
    if (!isOpen && page) location.assign(page.href)
  })
}

const afterPaint = createAfterPaint()

function turnTo(link: HTMLAnchorElement): void {
  const tabs = [...(link.parentElement?.querySelectorAll('a') ?? [])]
  const mark = (hash: string) => {
    for (const tab of tabs) tab.ariaCurrent = tab.hash === hash ? 'true' : null
  }
  mark(link.hash)
  afterPaint(() => {
    location.assign(link.hash)
    mark(`#${link.closest('.day')?.id}`)
  })
}

function closeSheets(): void {
  for (const sheet of document.querySelectorAll<HTMLElement>('.sheet:popover-open')) sheet.hidePopover()
}

const showAll = () => document.querySelector<HTMLFormElement>('.agenda-bar')?.reset()

function leadTo(event: MouseEvent, named: Element | null): void {
  const day = named?.closest('.day')
  if (!named || !day) return
  event.preventDefault()
  closeSheets()
  if (named.closest('.is-out')) showAll()
  // The hash may still name another day.
  if (document.querySelector('.day:is(:target, :has(:target))')) location.replace(`#${day.id}`)
  openDay(day)
  named.scrollIntoView({ block: named === day ? 'start' : 'center' })
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
  document.addEventListener('toggle', note, true)
  document.addEventListener('click', openLinked)
  addEventListener('hashchange', follow)
  addEventListener('popstate', follow)
  follow()
}
