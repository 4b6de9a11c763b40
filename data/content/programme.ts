/** The programme by days, and when what has no end of its own ends. Pure functions: the caller reads. */
import type { AgendaEvent } from './schema.ts'

type Timed = Pick<AgendaEvent, 'id' | 'day' | 'startTime' | 'endTime' | 'scenarioId' | 'isPlenary'>

/** A day (yyyy-MM-dd) and what takes place on it, in the order of the list. */
export type ProgrammeDay<E extends Timed = AgendaEvent> = { day: string; events: E[] }

/** The days that have sessions, the first one first. Those that name no day are of `eventDay`. */
export function daysOf<E extends Timed>(events: readonly E[], eventDay: string): ProgrammeDay<E>[] {
  const byDay = new Map<string, E[]>()
  for (const event of events) {
    const day = event.day || eventDay
    const listed = byDay.get(day)
    if (listed) listed.push(event)
    else byDay.set(day, [event])
  }
  const byDate = ([a]: [string, E[]], [b]: [string, E[]]) => a.localeCompare(b)
  return [...byDay].toSorted(byDate).map(([day, listed]) => ({ day, events: listed }))
}

/**
 * When each session of one day ends (HH:mm), by its id: as it says, or where the next one in its room starts, to which what spans
 * all rooms belongs too. Empty for what has no end and nothing after it.
 */
export function endsOf(events: readonly Timed[]): Map<string, string> {
  const starts = [...events].sort((a, b) => a.startTime.localeCompare(b.startTime))
  const shareRoom = (a: Timed, b: Timed) => a.isPlenary || b.isPlenary || a.scenarioId === b.scenarioId
  const next = (event: Timed) => starts.find((other) => other.startTime > event.startTime && shareRoom(event, other))
  return new Map(events.map((event) => [event.id, event.endTime || (next(event)?.startTime ?? '')]))
}
