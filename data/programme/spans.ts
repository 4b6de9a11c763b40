/** From when to when the conference and each session last. Pure functions: the caller reads. */

import { wholeEnd } from '../clock-time.ts'
import type { Content } from '../content/schema.ts'
import { keptWith } from '../memo.ts'
import { hour } from '../time.ts'
import { dayOf, instantOfDay, instantsOfDay } from '../zone.ts'
import { daysOf, endsOf, lastDayOf, type ProgrammeDay } from './days.ts'

/** From when to when something lasts, as ISO 8601 in UTC. */
export type Span = { start: string; end: string }

/** What says when the conference and its sessions take place. */
export type Programme = Pick<Content, 'hero' | 'event' | 'events'>

const keep = keptWith<readonly object[], ReadonlyMap<string, Span>>()

/**
 * When each session takes place, by its id. One without an end lasts until the next one in its room, the last one of a day until
 * the hour at which the conference ends, or else for an hour. Worked out once for a list that nobody can change.
 */
export function sessionSpans({ hero, event, events }: Programme, timeZone: string): ReadonlyMap<string, Span> {
  return keep(events, [timeZone, hero.eventDate, event.startTime, event.endTime], () => {
    const days = daysOf(events, dayOf(timeZone, hero.eventDate))
    return new Map(days.flatMap((day) => spansOn(day, wholeEnd(event.startTime, event.endTime), timeZone)))
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

/**
 * From the event's date, or its first session where that is on an earlier day, to the hour set for its end on its last day, or to the
 * end of its last session where that is later or no hour is set; 18:00 while there is neither.
 */
export function eventSpan({ hero, event, events }: Programme, timeZone: string): Span {
  const eventDay = dayOf(timeZone, hero.eventDate)
  const days = daysOf(events, eventDay)
  const last = days.at(-1)
  const start = startOf(days, hero.eventDate, timeZone)
  const isOver = !last || last.day < eventDay
  const endTime = wholeEnd(event.startTime, event.endTime)
  const ends = isOver ? [] : spansOn(last, endTime, timeZone).map(([, { end }]) => end)
  const hour = endTime || (ends.length === 0 ? '18:00' : '')
  const set = hour === '' ? [] : [instantOfDay(timeZone, isOver ? eventDay : last.day, hour)]
  const end = [...ends, ...set].toSorted().at(-1) ?? ''
  // A date set to an hour after the last session still gives an event that ends after it starts.
  return { start, end: end > start ? end : anHourAfter(start) }
}

/**
 * What is said of its dates in words: when it starts (ISO 8601 in UTC), as above, and its last day (yyyy-MM-dd), which is empty
 * where it ends on the day on which it starts. What ends after midnight is still of its day.
 */
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

const anHourAfter = (instant: string) => new Date(Date.parse(instant) + hour).toISOString()
