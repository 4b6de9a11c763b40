/** Marks what runs now and what comes next, minute by minute. */
import type { Session } from './sessions.ts'
import { openDay } from './sheets.ts'

/** What runs at an instant (in milliseconds), and what starts next within the following twelve hours. */
export function nowAndNext<S extends Pick<Session, 'start' | 'end'>>(sessions: S[], now: number): { running: S[]; next: S[] } {
  const soon = Math.min(...sessions.map(({ start }) => start).filter((start) => start > now))
  return {
    running: sessions.filter(({ start, end }) => start <= now && now < end),
    next: sessions.filter(({ start }) => start === soon && soon - now <= 12 * 60 * 60_000),
  }
}

export function markNow(sessions: Session[]): void {
  const mark = () => {
    const { running, next } = nowAndNext(sessions, Date.now())
    for (const { card } of sessions) card.querySelector('.session-mark')?.remove()
    // What was for an hour before the first talk is not a day under way.
    for (const { card } of next) show(card, 'Sigue', 'is-next')
    for (const { card } of running) show(card, 'Ahora', 'is-now')
    setTimeout(mark, 60_000 - (Date.now() % 60_000))
  }
  mark()
  const today = nowAndNext(sessions, Date.now())
  const day = [...today.running, ...today.next][0]?.card.closest('.day')
  if (day && !document.querySelector('.day:is(:target, :has(:target))')) openDay(day)
  // A phone that slept has missed minutes.
  document.addEventListener('visibilitychange', () => document.hidden || mark())
}

function show(card: HTMLElement, text: string, className: string): void {
  const mark = Object.assign(document.createElement('span'), { className: `session-mark ${className}`, textContent: text })
  card.querySelector('.session-when')?.append(mark)
}
