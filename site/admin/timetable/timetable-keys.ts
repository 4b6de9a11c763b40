/** What the timetable's keys do to the place of an event. Pure functions: the caller keeps and saves. */
import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import type { Place } from '../agenda/move-events.ts'
import { lasting, lengthOf, shifted, slotsFor } from '../agenda/slots.ts'
import { minutesOf } from '../agenda/times.ts'

type Key = { key: string; shiftKey: boolean; altKey: boolean }

/** The agenda as it would be with what is not saved yet, its rooms in their order, and its days (yyyy-MM-dd). */
export type Agenda = { events: AgendaEvent[]; rooms: readonly Pick<Scenario, 'id'>[]; days: readonly string[]; eventDay: string }

type Change = Partial<Place> | null

const step = 5
const largeStep = 30

/** What a key changes of an event's place: null where it cannot, undefined where it is no such key. */
export function changeBy({ key, shiftKey, altKey }: Key, event: AgendaEvent, agenda: Agenda): Change | undefined {
  const amount = shiftKey ? largeStep : step
  if (altKey) {
    const longer = { ArrowDown: amount, ArrowRight: amount, ArrowUp: -amount, ArrowLeft: -amount }[key]
    return longer === undefined ? undefined : lasting(event, lengthOf(event, agenda.events, agenda.eventDay) + longer)
  }
  switch (key) {
    case 'ArrowUp':
      return shifted(event, -amount)
    case 'ArrowDown':
      return shifted(event, amount)
    case 'ArrowLeft':
      return shiftKey ? toDay(event, -1, agenda) : toRoom(event, -1, agenda)
    case 'ArrowRight':
      return shiftKey ? toDay(event, 1, agenda) : toRoom(event, 1, agenda)
    case 'PageUp':
      return free(event, agenda).findLast(({ startTime }) => startTime < event.startTime) ?? null
    case 'PageDown':
      return free(event, agenda).find(({ startTime }) => startTime > event.startTime) ?? null
    case 'Home':
      return free(event, agenda)[0] ?? null
    case 'End':
      return free(event, agenda).at(-1) ?? null
    default:
      return undefined
  }
}

/** Starts at the time that four digits say, such as '0930'; null where they say none. */
export function changeTo(digits: string, event: AgendaEvent): Change {
  const time = `${digits.slice(0, 2)}:${digits.slice(2)}`
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null
  return shifted(event, minutesOf(time) - minutesOf(event.startTime))
}

function toRoom(event: AgendaEvent, by: number, { rooms }: Agenda): Change {
  const room = event.isPlenary ? undefined : rooms[rooms.findIndex(({ id }) => id === event.scenarioId) + by]
  return room ? { scenarioId: room.id } : null
}

function toDay(event: AgendaEvent, by: number, { days, eventDay }: Agenda): Change {
  const day = days[days.indexOf(event.day || eventDay) + by]
  return day ? { day: asSaid(day, eventDay) } : null
}

/** The conference's own day is said by none. */
const asSaid = (day: string, eventDay: string) => (day === eventDay ? '' : day)

const free = (event: AgendaEvent, { events, eventDay }: Agenda) =>
  slotsFor(event, event, events, eventDay)
    .filter(({ isTaken }) => !isTaken)
    .map(({ startTime, endTime }) => ({ startTime, endTime }))
