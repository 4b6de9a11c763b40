import { type Now, nowOf, type TimelineDay } from '../../data/programme/now.ts'
import { minuteMs } from '../../data/time.ts'
import { element, link } from './element.ts'
import { keyOf, shownAtOnce } from './now-words.ts'
import type { Session } from './sessions.ts'
import { openDay } from './sheets.ts'

type Day = TimelineDay & { inWords: string }

function readDays(written: string | undefined): Day[] {
  const days: [day: string, opens: number, starts: number, ends: number, inWords: string][] = JSON.parse(written ?? '[]')
  return days.map(([day, opens, starts, ends, inWords]) => ({
    ...{ day, opens: opens * 1000, starts: starts * 1000, ends: ends * 1000, inWords },
  }))
}

export function showCurrent(sessions: Session[]): void {
  const place = document.querySelector<HTMLElement>('[data-days]')
  const days = readDays(place?.dataset.days)
  const sessionsById = new Map(sessions.map((session) => [session.id, session]))
  const cards = (ids: string[]) => ids.flatMap((id) => sessionsById.get(id) ?? [])
  const hasEnded = (id: string) => Date.now() >= (sessionsById.get(id)?.end ?? 0)
  const show = () => {
    const now = nowOf({ days, sessions }, Date.now())
    document.documentElement.dataset.moment = now.moment
    if (now.moment === 'after')
      for (const text of document.querySelectorAll<HTMLElement>('[data-after]')) text.textContent = text.dataset.after ?? ''
    for (const old of document.querySelectorAll('.session-mark')) old.remove()
    for (const { card } of cards(now.next)) mark(card, 'Sigue', 'is-next')
    for (const { card } of cards(now.running)) mark(card, 'Ahora', 'is-now')
    const nowLink = document.querySelector<HTMLAnchorElement>('[data-now]')
    const [current] = [...now.running, ...now.next]
    if (nowLink) {
      nowLink.hidden = !now.isUnderWay
      nowLink.setAttribute('href', current ? `#evento-${current}` : `#dia-${now.day}`)
    }
    const stream = place?.querySelector<HTMLElement>('[data-live]')
    if (stream) stream.hidden = !now.isUnderWay
    const box = place?.querySelector('.now-box')
    if (box && place && place.dataset.shown !== keyOf(now)) {
      box.replaceChildren(...boxContent(now, cards(now.running), cards(now.next), days))
      place.dataset.shown = keyOf(now)
    }
    return now
  }
  const openDayOf = createDayOpener()
  let timer = 0
  const again = () => {
    clearTimeout(timer)
    timer = window.setTimeout(again, minuteMs - (Date.now() % minuteMs))
    const { day, isUnderWay } = show()
    openDayOf(day)
    const ends = days.find((each) => each.day === day)?.ends
    if (isUnderWay && ends && location.pathname === '/') void import('./follow.ts').then(({ follow }) => follow(ends, hasEnded))
  }
  again()
  // Timers stop while a phone sleeps, so the page is also updated when it becomes visible.
  document.addEventListener('visibilitychange', () => document.hidden || again())
}

function createDayOpener(): (day: string) => void {
  let opened: Element | null = null
  return (day) => {
    const today = document.getElementById(`dia-${day}`)
    if (!today || document.querySelector('.day:is(:target, :has(:target, :popover-open))')) return
    if (document.querySelector('.day.is-open') !== opened) return
    openDay(today)
    opened = today
  }
}

function mark(card: HTMLElement, text: string, className: string): void {
  card.querySelector('.session-when')?.append(element('span', text, `session-mark ${className}`))
}

/** Must create the same elements as timetable/Now.astro. */
function boxContent(now: Now, running: Session[], next: Session[], days: Day[]): HTMLElement[] {
  if (now.moment !== 'during') return []
  const href = `#dia-${now.day}`
  const all = (text: string) => (document.querySelector(href) ? [link(text, 'text-link', href)] : [])
  if (!now.isUnderWay) {
    const when = days.find(({ day }) => day === now.day)?.inWords ?? ''
    return [element('p', 'Continúa', 'now-name'), element('p', `El ${when}`), ...all('Ver la agenda de ese día')]
  }
  return [
    ...list('Ahora', running.slice(0, shownAtOnce.running), ({ room, until }) => [room, until && `hasta ${until}`]),
    ...list('Sigue', next.slice(0, shownAtOnce.next), ({ room, from }) => [from, room]),
    ...(running.length + next.length === 0 ? [element('p', 'Hoy', 'now-name')] : []),
    ...all('Toda la agenda de hoy'),
  ]
}

function list(name: string, sessions: Session[], detailsOf: (session: Session) => string[]): HTMLElement[] {
  if (sessions.length === 0) return []
  const entries = element('ul')
  for (const session of sessions) {
    const talk = link('', '', `#${session.card.id}`)
    talk.append(element('strong', session.title), element('span', detailsOf(session).filter(Boolean).join(' · ')))
    const entry = element('li')
    entry.append(talk)
    entries.append(entry)
  }
  return [element('p', name, 'now-name'), entries]
}
