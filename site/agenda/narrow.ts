/** Narrows the agenda to what is searched for or starred. What the selects do, styles do without it (filters.ts). */
import { downloadCalendar } from './own-calendar.ts'
import { searchIn } from './search.ts'
import type { Session } from './sessions.ts'

export function narrowAgenda(agenda: HTMLElement, sessions: Session[]): (starred: ReadonlySet<string>) => void {
  const tools = agenda.querySelector<HTMLFormElement>('.agenda-tools')
  const search = tools?.querySelector<HTMLInputElement>('[data-search]')
  const own = tools?.querySelector<HTMLButtonElement>('[data-own]')
  const found = agenda.querySelector<HTMLElement>('[data-found]')
  const count = found?.querySelector('p')
  if (!tools || !search || !own || !found || !count) return () => {}
  const ownText = own.textContent
  const people = [...document.querySelectorAll<HTMLElement>('.speaker')]
  // Made when somebody first looks for something: a large conference has half a megabyte of text.
  let talksWith: ((query: string) => Set<Session> | null) | undefined
  let peopleWith: ((query: string) => Set<HTMLElement> | null) | undefined
  let starred: ReadonlySet<string> = new Set()

  const isOwn = () => own.getAttribute('aria-pressed') === 'true'

  function narrow(): void {
    const query = search?.value ?? ''
    if (query) {
      talksWith ??= searchIn(sessions, ({ card }) => card.textContent)
      peopleWith ??= searchIn(people, (person) => person.textContent)
    }
    const [talks, persons] = [talksWith?.(query) ?? null, peopleWith?.(query) ?? null]
    const chosen = [...(tools?.querySelectorAll('select') ?? [])].map(({ value }) => value).filter(Boolean)
    const fits = ({ card }: Session) => chosen.every((number) => card.dataset.f?.split(' ').includes(number))
    const isIn = (session: Session) => (!talks || talks.has(session)) && (!isOwn() || starred.has(session.id))
    for (const session of sessions) session.card.classList.toggle('is-out', !isIn(session))
    const shown = sessions.filter((session) => isIn(session) && fits(session))
    for (const row of agenda.querySelectorAll('.timetable tbody tr'))
      row.classList.toggle('is-out', !shown.some(({ card }) => row.contains(card)))
    for (const day of agenda.querySelectorAll('.day'))
      day.classList.toggle('is-out', !shown.some(({ card }) => day.contains(card)))
    // Both look through all days; the list is what there is room for in any case.
    agenda.classList.toggle('is-list', talks !== null || isOwn())
    show(shown, persons ? [...persons] : [], talks !== null || isOwn() || chosen.length > 0)
  }

  function show(shown: Session[], persons: HTMLElement[], isNarrowed: boolean): void {
    for (const other of [...(found?.children ?? [])]) if (other !== count) other.remove()
    if (count) count.textContent = isNarrowed ? inWords(shown.length, persons.length) : ''
    const links = element('ul', 'flex flex-wrap gap-x-5 gap-y-1')
    for (const person of persons) {
      const link = Object.assign(element('a', 'text-link inline-block py-1', person.querySelector('h3')?.textContent ?? ''), {
        href: `#${person.id}`,
      })
      const item = element('li')
      item.append(link)
      links.append(item)
    }
    if (persons.length > 0) found?.append(links)
    if (!isOwn()) return
    if (starred.size > 0) found?.append(calendarButton())
    else if (count) count.textContent += '. Guarda las que te interesan con su estrella ☆.'
  }

  function calendarButton(): HTMLElement {
    const button = element('button', 'btn btn-primary self-start', 'Descargar mi calendario (.ics)')
    button.addEventListener('click', async () => {
      await downloadCalendar(starred).catch(() => {
        button.textContent = 'No se pudo descargar. Inténtalo de nuevo.'
      })
    })
    return button
  }

  // A select may have been changed before this script came.
  agenda.classList.add('has-times')
  if (tools.querySelector('option:not(:first-child):checked')) narrow()
  tools.addEventListener('submit', (event) => event.preventDefault())
  tools.addEventListener('input', narrow)
  own.addEventListener('click', () => {
    own.setAttribute('aria-pressed', String(!isOwn()))
    narrow()
  })
  return (ids) => {
    starred = ids
    const known = sessions.filter(({ id }) => ids.has(id)).length
    own.textContent = known > 0 ? `${ownText} (${known})` : ownText
    // At the first call nothing is starred that would have to be shown.
    if (isOwn()) narrow()
  }
}

function inWords(talks: number, persons: number): string {
  const count = (number: number, one: string, several: string) =>
    `${number === 0 ? 'ninguna' : number} ${number === 1 || number === 0 ? one : several}`
  const text = [count(talks, 'charla', 'charlas'), persons > 0 && count(persons, 'persona', 'personas')]
    .filter(Boolean)
    .join(' y ')
  return text[0]?.toUpperCase() + text.slice(1)
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, className = '', textContent = ''): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), { className, textContent })
}
