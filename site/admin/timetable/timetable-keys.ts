import type { AgendaEvent, Scenario } from '../../../data/content/schema.ts'
import { storedDay } from '../agenda/days.ts'
import type { Place } from '../agenda/move-events.ts'
import { lasting, lengthOf, shifted, slotsFor } from '../agenda/slots.ts'
import { minutesOf } from '../agenda/times.ts'

type Key = { key: string; shiftKey: boolean; altKey: boolean }

type Agenda = { events: AgendaEvent[]; rooms: readonly Pick<Scenario, 'id'>[]; days: readonly string[]; eventDay: string }

type Change = Partial<Place> | null

const stepMinutes = 5
const largeStepMinutes = 30

/** Returns null if the change is not possible, undefined if the key does not move events. */
export function changeBy({ key, shiftKey, altKey }: Key, event: AgendaEvent, agenda: Agenda): Change | undefined {
  const amount = shiftKey ? largeStepMinutes : stepMinutes
  if (altKey) {
    const extraMinutes = { ArrowDown: amount, ArrowRight: amount, ArrowUp: -amount, ArrowLeft: -amount }[key]
    return extraMinutes === undefined ? undefined : lasting(event, lengthOf(event, agenda.events, agenda.eventDay) + extraMinutes)
  }
  const free = () => slotsFor(event, event, agenda.events, agenda.eventDay).free
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
      return free().findLast(({ startTime }) => startTime < event.startTime) ?? null
    case 'PageDown':
      return free().find(({ startTime }) => startTime > event.startTime) ?? null
    case 'Home':
      return free()[0] ?? null
    case 'End':
      return free().at(-1) ?? null
    default:
      return undefined
  }
}

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
  return day ? { day: storedDay(day, eventDay) } : null
}
