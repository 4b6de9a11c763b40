/**
 * An address opens what it names: `/#evento-…` a talk, `/#speaker-…` a person, `/#dia-…` a day. What is opened by hand has its
 * address for as long as it is open, so that it can be sent to somebody, and 'back' closes it.
 */

const opened = 'sheet'
/** The id that an address names; none where somebody has typed what cannot be read. */
function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

const withSheet = '.session, .speaker'
const sheetIn = (named: Element | null) => (named?.matches(withSheet) ? named.querySelector<HTMLElement>('.sheet') : null)

/** Opens what the address names, and closes what it does not. */
function follow(): void {
  const named = document.getElementById(idOf(location.hash))
  const sheet = sheetIn(named)
  for (const other of document.querySelectorAll<HTMLElement>('.sheet:popover-open')) if (other !== sheet) other.hidePopover()
  const day = named?.closest('.day')
  if (day) openDay(day)
  sheet?.showPopover()
}

/** Shows a day until another one is named, whatever else the address names meanwhile. */
export function openDay(day: Element): void {
  for (const other of document.querySelectorAll('.day.is-open')) other.classList.remove('is-open')
  day.classList.add('is-open')
}

function note(event: ToggleEvent): void {
  const { target } = event
  if (!(target instanceof HTMLElement) || !target.matches('.sheet[popover]')) return
  const named = target.closest(withSheet)
  if (!named) return
  const hash = `#${named.id}`
  if (event.newState === 'open') {
    if (location.hash === hash) return
    // One that replaces another takes its place: 'back' leads to where both were opened.
    if (history.state === opened) history.replaceState(opened, '', hash)
    else history.pushState(opened, '', hash)
    return
  }
  if (location.hash !== hash || document.querySelector('.sheet:popover-open')) return
  if (history.state === opened) {
    // Going back to an address that names an element takes the focus from the button that opened this.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement)
      addEventListener('hashchange', () => activeElement.focus({ preventScroll: true }), { once: true })
    history.back()
  } else history.replaceState(null, '', location.pathname + location.search)
}

/** Opens what a link names where the visitor is, instead of scrolling to where it stands. */
function openLinked(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null
  const sheet = link && sheetIn(document.getElementById(idOf(link.hash)))
  if (!sheet) return
  event.preventDefault()
  sheet.showPopover()
}

export function openByAddress(): void {
  document.addEventListener('toggle', note, true)
  document.addEventListener('click', openLinked)
  addEventListener('hashchange', follow)
  addEventListener('popstate', follow)
  follow()
}
