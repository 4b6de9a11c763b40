import { endPastMidnight } from '../clock-time.ts'
import type { AgendaEvent } from '../content/schema.ts'

type Timed = Pick<AgendaEvent, 'id' | 'day' | 'startTime' | 'endTime' | 'scenarioId' | 'isPlenary'>

export type ProgrammeDay<E extends Timed = AgendaEvent> = { day: string; events: E[] }

/** Groups sessions by day (yyyy-MM-dd). An empty day is `eventDay`. */
export function daysOf<E extends Timed>(events: readonly E[], eventDay: string): ProgrammeDay<E>[] {
  const byDay = new Map<string, E[]>()
  for (const event of events) {
    const day = event.day || eventDay
    const sameDay = byDay.get(day)
    if (sameDay) sameDay.push(event)
    else byDay.set(day, [event])
  }
  const byDate = ([a]: [string, E[]], [b]: [string, E[]]) => a.localeCompare(b)
  return [...byDay].toSorted(byDate).map(([day, dayEvents]) => ({ day, events: dayEvents }))
}

export function lastDayOf(events: readonly Timed[], eventDay: string): string {
  const last = daysOf(events, eventDay).at(-1)?.day ?? ''
  return last > eventDay ? last : eventDay
}

/** Maps session ids to ends. A missing end is the start of the room's next session, or empty. */
export function endsOf(events: readonly Timed[]): Map<string, string> {
  // Not `localeCompare`, which takes a hundred times as long.
  const starts = events.toSorted((a, b) => (a.startTime < b.startTime ? -1 : Number(a.startTime > b.startTime)))
  const shareRoom = (a: Timed, b: Timed) => a.isPlenary || b.isPlenary || a.scenarioId === b.scenarioId
  const next = (event: Timed) => starts.find((other) => other.startTime > event.startTime && shareRoom(event, other))
  return new Map(
    events.map((event) => [event.id, endPastMidnight(event.startTime, event.endTime) || (next(event)?.startTime ?? '')]),
  )
}
