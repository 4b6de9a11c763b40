import { endPastMidnight } from '../clock-time.ts'
import type { Content } from '../content/schema.ts'
import { memoCache } from '../memo.ts'
import { hourMs } from '../time.ts'
import { dayOf, instantOfDay, instantsOfDay } from '../zone.ts'
import { daysOf, endsOf, lastDayOf, type ProgrammeDay } from './days.ts'

export type Span = { start: string; end: string }

export type Programme = Pick<Content, 'hero' | 'event' | 'events'>

const keep = memoCache<readonly object[], ReadonlyMap<string, Span>>()

/** Maps session ids to spans. A missing end is the room's next start, else the end of the event, else an hour after the start. */
export function sessionSpans({ hero, event, events }: Programme, timeZone: string): ReadonlyMap<string, Span> {
  return keep(events, [timeZone, hero.eventDate, event.startTime, event.endTime], () => {
    const days = daysOf(events, dayOf(timeZone, hero.eventDate))
    return new Map(days.flatMap((day) => spansOn(day, endPastMidnight(event.startTime, event.endTime), timeZone)))
  })
}

function spansOn({ day, events }: ProgrammeDay, endTime: string, timeZone: string): [id: string, Span][] {
  const ends = endsOf(events)
  const at = instantsOfDay(timeZone, day)
  return events.map(({ id, startTime }) => {
    const start = at(startTime)
    const end = ends.get(id) || endTime
    return [id, { start, end: end > startTime ? at(end) : anHourAfter(start) }]
  })
}

export function eventSpan({ hero, event, events }: Programme, timeZone: string): Span {
  const eventDay = dayOf(timeZone, hero.eventDate)
  const days = daysOf(events, eventDay)
  const last = days.at(-1)
  const start = startOf(days, hero.eventDate, timeZone)
  const isOver = !last || last.day < eventDay
  const endTime = endPastMidnight(event.startTime, event.endTime)
  const ends = isOver ? [] : spansOn(last, endTime, timeZone).map(([, { end }]) => end)
  const hour = endTime || (ends.length === 0 ? '18:00' : '')
  const set = hour === '' ? [] : [instantOfDay(timeZone, isOver ? eventDay : last.day, hour)]
  const end = [...ends, ...set].toSorted().at(-1) ?? ''
  return { start, end: end > start ? end : anHourAfter(start) }
}

/** `lastDay` is yyyy-MM-dd, or empty if the event has a single day. */
export function eventDates(
  { hero, events }: Pick<Programme, 'hero' | 'events'>,
  timeZone: string,
): { start: string; lastDay: string } {
  const eventDay = dayOf(timeZone, hero.eventDate)
  const start = startOf(daysOf(events, eventDay), hero.eventDate, timeZone)
  const last = lastDayOf(events, eventDay)
  return { start, lastDay: last > dayOf(timeZone, start) ? last : '' }
}

function startOf([first]: ProgrammeDay[], eventDate: string, timeZone: string): string {
  if (!first || first.day >= dayOf(timeZone, eventDate)) return eventDate
  return instantOfDay(timeZone, first.day, first.events[0]?.startTime ?? '')
}

const anHourAfter = (instant: string) => new Date(Date.parse(instant) + hourMs).toISOString()
