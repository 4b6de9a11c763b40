import type { Now } from '../../data/programme/now.ts'
import { element } from '../agenda/element.ts'
import type { ScreenData, ScreenSession } from './screen-data.ts'

type Shown = { running: ScreenSession[]; next: ScreenSession[]; full: ReadonlySet<string> }

/** Returns slides with rows of sessions. A slide has as many rows as fit into `place`. */
export function hallSlides(place: HTMLElement, { running, next, full }: Shown): HTMLElement[] {
  const until = (session: ScreenSession) => (full.has(session.id) ? fullMark() : element('span', `hasta ${session.until}`))
  const from = (session: ScreenSession) => (full.has(session.id) ? fullMark() : element('span', session.from))
  return [...groupSlides(place, 'Ahora', running, until), ...groupSlides(place, 'Sigue', next, from)]
}

function groupSlides(
  place: HTMLElement,
  label: string,
  sessions: ScreenSession[],
  detailOf: (session: ScreenSession) => HTMLElement,
): HTMLElement[] {
  const slides: HTMLElement[] = []
  const newSlide = () => {
    const slide = element('section')
    slide.append(element('h2', label, 'screen-label'))
    slides.push(slide)
    place.replaceChildren(slide)
    return slide
  }
  for (const session of sessions) {
    const [row, where] = [element('div', '', 'screen-row'), element('div')]
    where.append(element('p', session.room || 'Todas las salas', 'screen-room'), detailOf(session))
    row.append(where, element('p', session.title))
    const slide = slides.at(-1) ?? newSlide()
    slide.append(row)
    if (slide.scrollHeight > place.clientHeight && slide.children.length > 2) newSlide().append(row)
  }
  return slides
}

/** Returns a slide for each running session of the room, usually one. Without a running session, returns one slide. */
export function roomSlides({ running, next, full }: Shown): HTMLElement[] {
  const following = next.slice(0, 1).map((session) => talk('Sigue', session.from, session, full))
  for (const part of following) part.classList.add('is-next')
  const present = running.map((session) => [talk('Ahora', `hasta ${session.until}`, session, full)])
  return (present.length > 0 ? present : [[]]).map((parts) => {
    const slide = element('section')
    slide.append(...parts, ...following.map((part) => part.cloneNode(true)))
    return slide
  })
}

function talk(label: string, time: string, { id, title, people }: ScreenSession, full: ReadonlySet<string>): HTMLElement {
  const part = element('div', '', 'screen-talk')
  const head = element('p', `${label} · ${time} `, 'screen-label')
  if (full.has(id)) head.append(fullMark())
  part.append(head, element('h2', title))
  if (people) part.append(element('p', people))
  return part
}

const fullMark = () => element('span', 'Sala llena', 'screen-full')

export function message({ moment, day }: Now, days: ScreenData['days']): HTMLElement {
  const next = days.find((each) => each.day === day) ?? days[0]
  const isBreak = moment === 'during' && next && Date.now() >= next.starts
  const text =
    moment === 'after'
      ? '¡Gracias por acompañarnos!'
      : isBreak || !next
        ? 'No hay sesiones por ahora.'
        : `${moment === 'before' ? 'Empieza' : 'Continúa'} el ${next.inWords}`
  return element('p', text, 'screen-large')
}
