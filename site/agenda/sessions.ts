import { hourMs, minuteMs } from '../../data/time.ts'

export type Session = {
  id: string
  card: HTMLElement
  title: string
  room: string
  /** Start and end on the card, HH:mm. `until` is empty if the agenda has no end for this session. */
  from: string
  until: string
  /** Unix milliseconds. `end` is inferred if the agenda has no end for this session. */
  start: number
  end: number
}

export function readSessions(): Session[] {
  // The event's closing time, HH:mm or empty. '26:00' is 02:00 of the following night.
  const closes = document.getElementById('evento')?.dataset.closes ?? ''
  return [...document.querySelectorAll<HTMLElement>('.day')].flatMap((day) => {
    const date = day.id.slice('dia-'.length)
    const midnight = Date.parse(`${date}T00:00:00${day.dataset.offset}`)
    const instant = (time: string) => midnight + Number(time.slice(0, 2)) * hourMs + Number(time.slice(3)) * minuteMs
    return [...day.querySelectorAll<HTMLElement>('.session')].map((card) => {
      const [from = '', until = ''] = [...card.querySelectorAll('.session-when time')].map(({ textContent }) => textContent)
      const start = instant(from)
      const endTime = until || card.dataset.end || ''
      const ownEnd = instant(endTime) + (endTime > from ? 0 : 24 * hourMs)
      const end = endTime ? ownEnd : closes > from ? instant(closes) : start + hourMs
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
