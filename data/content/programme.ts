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

/** The last day (yyyy-MM-dd) of a programme; `eventDay` where nothing takes place after it. */
export function lastDayOf(events: readonly Timed[], eventDay: string): string {
  const last = daysOf(events, eventDay).at(-1)?.day ?? ''
  return last > eventDay ? last : eventDay
}

/** A clock time (HH:mm) after midnight up to which a night belongs to the day before. */
const nightEnds = '06:00'

/** Whether what ends at `endTime` ends after `startTime` (HH:mm): on the same day, or in the night that follows an afternoon. */
export function isAfter(endTime: string, startTime: string): boolean {
  return endTime > startTime || (endTime <= nightEnds && startTime >= '12:00')
}

/** An end as hours and minutes since the day began: '25:30' for 01:30 in the night that follows; empty where there is none. */
export function wholeEnd(startTime: string, endTime: string): string {
  if (endTime === '' || endTime > startTime) return endTime
  return `${Number(endTime.slice(0, 2)) + 24}${endTime.slice(2)}`
}

/** What a clock shows at such an end. */
export function clockTime(end: string): string {
  const hours = Number(end.slice(0, 2))
  return hours < 24 ? end : `${String(hours - 24).padStart(2, '0')}${end.slice(2)}`
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
