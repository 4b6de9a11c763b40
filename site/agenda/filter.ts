import { createAfterPaint } from './after-paint.ts'
import { createAgendaSearch, nameOf } from './agenda-search.ts'
import { button, element, link } from './element.ts'
import { downloadCalendar } from './own-calendar.ts'
import type { Session } from './sessions.ts'

/** Longer than the usual time between two keys, so that visitors can finish a word. */
const typingPauseMs = 300

const maxLinks = 5

export function filterAgenda(agenda: HTMLElement, sessions: Session[]): (starred: ReadonlySet<string>) => void {
  const bar = agenda.querySelector<HTMLFormElement>('.agenda-bar')
  const query = bar?.querySelector<HTMLInputElement>('[data-search]')
  const ownButton = bar?.querySelector<HTMLButtonElement>('[data-own]')
  const results = agenda.querySelector<HTMLElement>('[data-found]')
  const count = results?.querySelector('p')
  if (!bar || !query || !ownButton || !results || !count) return () => {}
  const ownText = ownButton.textContent
  let starred: ReadonlySet<string> = new Set()
  let typedAt = 0
  const isOwn = () => ownButton.ariaPressed === 'true'
  const { prepare, search } = createAgendaSearch(sessions, () => {
    if (query.value) filterSoon(typedAt + typingPauseMs - performance.now())
  })

  const filter = () => {
    const { talks, people, isPartial } = search(query.value)
    const choices = [...agenda.querySelectorAll('select')].map(({ value }) => value).filter(Boolean)
    const isChosen = ({ card }: Session) => choices.every((number) => card.dataset.f?.split(' ').includes(number))
    const isIn = (session: Session) => (!talks || talks.has(session)) && (!isOwn() || starred.has(session.id))
    for (const session of sessions) session.card.classList.toggle('is-out', !isIn(session))
    const visible = [...(talks ?? sessions)].filter((session) => isIn(session) && isChosen(session))
    hideRows(agenda, visible)
    agenda.classList.toggle('is-all', talks !== null || isOwn())
    agenda.classList.toggle('is-list', isOwn())

    const isFiltered = talks !== null || isOwn() || choices.length > 0
    const texts = [
      isFiltered && countText(visible.length, people.length),
      talks && isPartial && 'Sin conexión se busca solo en lo que muestra la agenda.',
      isOwn() && starred.size === 0 && 'Guarda las que te interesan con su estrella ☆.',
    ]
    count.textContent = texts.filter(Boolean).join('. ')
    for (const other of [...results.children]) if (other !== count) other.remove()
    const links = linksTo(talks ? visible : [], people)
    if (links.firstChild) results.append(links)
    if (isOwn() && starred.size > 0) results.append(calendarButton(starred))
  }

  const afterPaint = createAfterPaint()
  const filterSoon = (pauseMs?: number) =>
    afterPaint(() => {
      filter()
      // The filtered list is shorter, so the visitor might be looking below its end.
      if (results.getBoundingClientRect().top < bar.getBoundingClientRect().bottom - 1) results.scrollIntoView()
    }, pauseMs)

  agenda.classList.add('has-times')
  // The visitor may have changed a select before this script was loaded.
  if (agenda.querySelector('option:not(:first-child):checked')) filter()
  query.addEventListener('focus', prepare)
  bar.addEventListener('submit', (event) => event.preventDefault())
  agenda.addEventListener('input', ({ target }) => {
    if (target === query) typedAt = performance.now()
    filterSoon(target === query ? typingPauseMs : 0)
  })
  ownButton.addEventListener('click', () => {
    ownButton.ariaPressed = String(!isOwn())
    filterSoon()
  })
  agenda.addEventListener(
    'reset',
    () => {
      query.value = ''
      ownButton.ariaPressed = 'false'
      for (const select of agenda.querySelectorAll('select')) select.selectedIndex = 0
      filter()
    },
    true,
  )
  return (ids) => {
    starred = new Set(sessions.map(({ id }) => id).filter((id) => ids.has(id)))
    const [text] = ownButton.childNodes
    // A new text node would restyle the agenda, because CSS counts siblings there.
    if (text) text.nodeValue = starred.size > 0 ? `${ownText} (${starred.size})` : ownText
    if (isOwn()) filter()
  }
}

function hideRows(agenda: HTMLElement, visible: Session[]): void {
  const cards = visible.map(({ card }) => card)
  const rows = new Set(cards.flatMap(rowsOf))
  const startRows = new Set<Element | null>(cards.map((card) => card.closest('tr')))
  for (const row of agenda.querySelectorAll('.timetable tbody tr')) {
    row.classList.toggle('is-out', !rows.has(row))
    row.classList.toggle('is-spanned', rows.has(row) && !startRows.has(row))
  }
  for (const day of agenda.querySelectorAll('.day')) day.classList.toggle('is-out', !cards.some((card) => day.contains(card)))
}

function rowsOf(card: HTMLElement): Element[] {
  const cell = card.closest('td')
  const row = cell?.closest('tr')
  if (!cell || !row) return []
  return [...(row.parentElement?.children ?? [])].slice(row.sectionRowIndex, row.sectionRowIndex + cell.rowSpan)
}

function linksTo(talks: Session[], people: HTMLElement[]): HTMLElement {
  const list = element('ul', '', 'flex flex-wrap gap-x-5 gap-y-1')
  const targets = [
    ...talks.slice(0, maxLinks).map(({ card, title }) => [card.id, title]),
    ...people.slice(0, maxLinks).map((person) => [person.id, nameOf(person)]),
  ]
  for (const [id, text] of targets) {
    const item = element('li')
    item.append(link(text ?? '', 'text-link inline-block py-1', `#${id}`))
    list.append(item)
  }
  return list
}

function calendarButton(starred: ReadonlySet<string>): HTMLElement {
  const download = button('Descargar mi calendario (.ics)', 'btn btn-primary self-start', () =>
    downloadCalendar(starred).catch(() => {
      download.textContent = 'No se pudo descargar. Inténtalo de nuevo.'
    }),
  )
  return download
}

function countText(talks: number, people: number): string {
  const talkText = talks === 0 ? 'Ninguna charla' : talks === 1 ? '1 charla' : `${talks} charlas`
  return people === 0 ? talkText : `${talkText} y ${people} ${people === 1 ? 'persona' : 'personas'}`
}
