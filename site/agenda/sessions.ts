/** The talks on the page, as its scripts read them from its HTML. */

export type Session = {
  id: string
  card: HTMLElement
  title: string
  /** When it starts and ends, in milliseconds. Without an end it is taken to last an hour, as in the calendar. */
  start: number
  end: number
}

const hour = 60 * 60_000

/** Every talk, in the order of the page. */
export function readSessions(): Session[] {
  return [...document.querySelectorAll<HTMLElement>('.day')].flatMap((day) => {
    const date = day.id.slice('dia-'.length)
    const instant = (time: Element | undefined) => Date.parse(`${date}T${time?.textContent}:00${day.dataset.offset}`)
    return [...day.querySelectorAll<HTMLElement>('.session')].map((card) => {
      const [first, second] = card.querySelectorAll('.session-when time')
      const start = instant(first)
      return {
        id: card.id.slice('evento-'.length),
        card,
        title: card.querySelector('h3, h4')?.textContent ?? '',
        start,
        end: second ? instant(second) : start + hour,
      }
    })
  })
}
