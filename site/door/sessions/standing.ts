/** The session at whose door the phone checks people, if any. */
import type { AttendeeList } from '../../attendees/attendee-list.ts'
import { any, button, create, element } from '../dom.ts'
import { openTab } from '../views.ts'
import { freeSeats } from './session-answer.ts'

const serverTimeMs = ({ settings }: AttendeeList) => Date.now() + settings.offset

/** Null at the conference's door. */
export function standingText(attendees: AttendeeList): string | null {
  const session = attendees.session()
  if (!session) return null
  const counts = attendees.seatCounts()
  const free = freeSeats({ session, counts, timeMs: serverTimeMs(attendees) })
  return `${session.title}: ${counts.arrived} adentro, ${free} ${free === 1 ? 'libre' : 'libres'}`
}

/** People without a registration are added only at the conference's door. */
export function showStanding(attendees: AttendeeList): void {
  const isAtSession = attendees.session() !== null
  button('tab-walk-in').hidden = isAtSession
  if (isAtSession && !any('walk-in').hidden) openTab('scan')
}

/** Offers the sessions that are not over. The chosen session stays in the list even if it is over. */
export function showSessions(attendees: AttendeeList): void {
  const { sessions, session } = attendees.settings
  const timeMs = serverTimeMs(attendees)
  const timeZone = any('door').dataset.timeZone ?? 'America/Guatemala'
  const offered = sessions
    .filter(({ id, end }) => id === session || Date.parse(end) > timeMs)
    .toSorted((a, b) => a.start.localeCompare(b.start))
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const days = new Set(offered.map(({ start }) => dayOf.format(new Date(start))))
  const when = new Intl.DateTimeFormat('es-GT', {
    ...{ hour: 'numeric', minute: '2-digit', hourCycle: 'h23' },
    ...(days.size > 1 && { weekday: 'short' }),
    timeZone,
  })
  const options = offered.map(({ id, title, room, start }) => ({
    value: id,
    textContent: [when.format(new Date(start)), title, room].filter(Boolean).join(' · '),
  }))
  const select = element('door-session', HTMLSelectElement)
  select.replaceChildren(
    ...[{ value: '', textContent: 'Entrada de la conferencia' }, ...options].map((option) => create('option', option)),
  )
  select.value = attendees.session()?.id ?? ''
  any('session-field').hidden = options.length === 0
}
