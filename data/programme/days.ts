/** The programme by days, and when what has no end of its own ends. Pure functions: the caller reads. */
import { wholeEnd } from '../clock-time.ts'
import type { AgendaEvent } from '../content/schema.ts'

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

/** The last day (yyyy-MM-dd) of a programme; `eventDay` where nothing takes place after it. */
export function lastDayOf(events: readonly Timed[], eventDay: string): string {
  const last = daysOf(events, eventDay).at(-1)?.day ?? ''
  return last > eventDay ? last : eventDay
}

/**
 * When each session of one day ends (as `wholeEnd` says it), by its id: as it says, or where the next one in its room starts, to
 * which what spans all rooms belongs too. Empty for what has no end and nothing after it.
 */
export function endsOf(events: readonly Timed[]): Map<string, string> {
  // Compared as they are: a comparison by language takes a hundred times as long, and times have none.
  const starts = events.toSorted((a, b) => (a.startTime < b.startTime ? -1 : Number(a.startTime > b.startTime)))
  const shareRoom = (a: Timed, b: Timed) => a.isPlenary || b.isPlenary || a.scenarioId === b.scenarioId
  const next = (event: Timed) => starts.find((other) => other.startTime > event.startTime && shareRoom(event, other))
  return new Map(events.map((event) => [event.id, wholeEnd(event.startTime, event.endTime) || (next(event)?.startTime ?? '')]))
}
