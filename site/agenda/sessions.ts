/** The talks on the page, as its scripts read them from its HTML. */
import { hour } from '../../data/time.ts'

export type Session = {
  id: string
  card: HTMLElement
  title: string
  room: string
  /** When it starts and ends by the clock there (HH:mm); `until` is empty where nobody knows. */
  from: string
  until: string
  /** The same in milliseconds. Without an end it is taken to last an hour, as in the calendar. */
  start: number
  end: number
}

/** Every talk, in the order of the page. */
export function readSessions(): Session[] {
  return [...document.querySelectorAll<HTMLElement>('.day')].flatMap((day) => {
    const date = day.id.slice('dia-'.length)
    const instant = (time: string) => Date.parse(`${date}T${time}:00${day.dataset.offset}`)
    return [...day.querySelectorAll<HTMLElement>('.session')].map((card) => {
      const [from = '', until = ''] = [...card.querySelectorAll('.session-when time')].map(({ textContent }) => textContent)
      const start = instant(from)
      // What ends no later than it starts ends in the night that follows.
      const end = until === '' ? start + hour : instant(until) + (until > from ? 0 : 24 * hour)
      return {
        id: card.id.slice('evento-'.length),
        card,
        title: card.querySelector('h3, h4')?.textContent ?? '',
        room: card.querySelector('.session-room')?.textContent ?? '',
        from,
        until,
        start,
        end,
      }
    })
  })
}
