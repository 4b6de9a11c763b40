/** Filters the agenda by search and stars. The selects work in CSS alone (filters.ts). */
import { createAfterPaint } from './after-paint.ts'
import { element } from './element.ts'
import { downloadCalendar } from './own-calendar.ts'
import { searchIn } from './search.ts'
import type { Session } from './sessions.ts'
import { loadSheets, textIn } from './sheet-file.ts'

export function narrowAgenda(agenda: HTMLElement, sessions: Session[]): (starred: ReadonlySet<string>) => void {
  const bar = agenda.querySelector<HTMLFormElement>('.agenda-bar')
  const search = bar?.querySelector<HTMLInputElement>('[data-search]')
  const own = bar?.querySelector<HTMLButtonElement>('[data-own]')
  const found = agenda.querySelector<HTMLElement>('[data-found]')
  const count = found?.querySelector('p')
  if (!bar || !search || !own || !found || !count) return () => {}
  const ownText = own.textContent
  const people = [...document.querySelectorAll<HTMLElement>('.speaker')]
  // Created at the first search, because a large conference has 0.5 MB of text.
  let talksWith: ((query: string) => Set<Session> | null) | undefined
  let peopleWith: ((query: string) => Set<HTMLElement> | null) | undefined
  let starred: ReadonlySet<string> = new Set()

  /** Abstracts and biographies; null if loading failed. */
  let sheets: Document | null | undefined

  function loadTexts(): void {
    if (sheets) return
    void loadSheets().then((loaded) => {
      if (sheets || loaded === sheets) return
      sheets = loaded
      talksWith = undefined
      peopleWith = undefined
      narrow()
    })
  }

  const isOwn = () => own.getAttribute('aria-pressed') === 'true'

  function narrow(): void {
    const query = search?.value ?? ''
    if (query) {
      loadTexts()
      talksWith ??= searchIn(
        sessions,
        ({ title }) => title,
        ({ card }) => card.textContent + textIn(sheets ?? null, card),
      )
      peopleWith ??= searchIn(
        people,
        (person) => person.querySelector('h3')?.textContent ?? '',
        (person) => {
          const sheet = sheets?.getElementById(`ficha-${person.id}`)
          const talks = sheet?.querySelector('[aria-label="Charlas"]')?.textContent ?? ''
          const said = [...person.children].filter((part) => !part.matches('.sheet')).map(({ textContent }) => textContent)
          return said.join(' ') + (sheet?.textContent.replace(talks, '') ?? '')
        },
      )
    }
    const [talks, persons] = [talksWith?.(query) ?? null, peopleWith?.(query) ?? null]
    const chosen = [...agenda.querySelectorAll('select')].map(({ value }) => value).filter(Boolean)
    const fits = ({ card }: Session) => chosen.every((number) => card.dataset.f?.split(' ').includes(number))
    const isIn = (session: Session) => (!talks || talks.has(session)) && (!isOwn() || starred.has(session.id))
    for (const session of sessions) session.card.classList.toggle('is-out', !isIn(session))
    const shown = [...(talks ?? sessions)].filter((session) => isIn(session) && fits(session))
    const rows = new Set(shown.flatMap(({ card }) => rowsOf(card)))
    const starts = new Set<Element | null>(shown.map(({ card }) => card.closest('tr')))
    for (const row of agenda.querySelectorAll('.timetable tbody tr')) {
      row.classList.toggle('is-out', !rows.has(row))
      row.classList.toggle('is-spanned', rows.has(row) && !starts.has(row))
    }
    for (const day of agenda.querySelectorAll('.day'))
      day.classList.toggle('is-out', !shown.some(({ card }) => day.contains(card)))
    agenda.classList.toggle('is-all', talks !== null || isOwn())
    agenda.classList.toggle('is-list', isOwn())
    show(shown, persons ? [...persons] : [], talks !== null || isOwn() || chosen.length > 0, talks !== null)
  }

  function show(shown: Session[], persons: HTMLElement[], isNarrowed: boolean, isSearch: boolean): void {
    for (const other of [...(found?.children ?? [])]) if (other !== count) other.remove()
    if (count) count.textContent = isNarrowed ? inWords(shown.length, persons.length) : ''
    if (count && isSearch && sheets === null) count.textContent += '. Sin conexión se busca solo en lo que muestra la agenda.'
    const links = element('ul', '', 'flex flex-wrap gap-x-5 gap-y-1')
    const talks = isSearch ? shown.slice(0, named).map(({ card, title }) => [card.id, title] as const) : []
    const people = persons.slice(0, named).map((person) => [person.id, person.querySelector('h3')?.textContent ?? ''] as const)
    for (const [id, text] of [...talks, ...people]) {
      const item = element('li')
      item.append(Object.assign(element('a', text, 'text-link inline-block py-1'), { href: `#${id}` }))
      links.append(item)
    }
    if (links.firstChild) found?.append(links)
    if (!isOwn()) return
    if (starred.size > 0) found?.append(calendarButton())
    else if (count) count.textContent += '. Guarda las que te interesan con su estrella ☆.'
  }

  const afterPaint = createAfterPaint()
  function narrowSoon(pause?: number): void {
    afterPaint(() => {
      narrow()
      fromTop()
    }, pause)
  }

  /** A shorter list would leave the visitor below its end. */
  function fromTop(): void {
    if (bar && bar.getBoundingClientRect().top <= bar.offsetHeight * 2) found?.scrollIntoView()
  }

  function calendarButton(): HTMLElement {
    const button = element('button', 'Descargar mi calendario (.ics)', 'btn btn-primary self-start')
    button.addEventListener('click', async () => {
      await downloadCalendar(starred).catch(() => {
        button.textContent = 'No se pudo descargar. Inténtalo de nuevo.'
      })
    })
    return button
  }

  // The visitor may change a select before this script loads.
  agenda.classList.add('has-times')
  if (agenda.querySelector('option:not(:first-child):checked')) narrow()
  bar.addEventListener('submit', (event) => event.preventDefault())
  agenda.addEventListener('input', ({ target }) => narrowSoon(target === search ? typingPause : 0))
  own.addEventListener('click', () => {
    own.setAttribute('aria-pressed', String(!isOwn()))
    narrowSoon()
  })
  agenda.addEventListener(
    'reset',
    () => {
      search.value = ''
      own.setAttribute('aria-pressed', 'false')
      for (const select of agenda.querySelectorAll('select')) select.selectedIndex = 0
      narrow()
    },
    true,
  )
  return (ids) => {
    starred = new Set(sessions.map(({ id }) => id).filter((id) => ids.has(id)))
    own.textContent = starred.size > 0 ? `${ownText} (${starred.size})` : ownText
    if (isOwn()) narrow()
  }
}

/** Milliseconds. Longer than the time between two keys. */
const typingPause = 300

const named = 5

function rowsOf(card: HTMLElement): Element[] {
  const rows: Element[] = []
  const cell = card.closest('td')
  let row: Element | null = cell?.parentElement ?? null
  for (let left = cell?.rowSpan ?? 0; left > 0 && row; left--) {
    rows.push(row)
    row = row.nextElementSibling
  }
  return rows
}

function inWords(talks: number, persons: number): string {
  const count = (number: number, one: string, several: string) =>
    `${number === 0 ? 'ninguna' : number} ${number === 1 || number === 0 ? one : several}`
  const text = [count(talks, 'charla', 'charlas'), persons > 0 && count(persons, 'persona', 'personas')]
    .filter(Boolean)
    .join(' y ')
  return text[0]?.toUpperCase() + text.slice(1)
}
