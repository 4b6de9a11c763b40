/** From when to when the conference and each session last. Pure functions: the caller reads. */
import { hour } from '../time.ts'
import { dayOf, instantOfDay, instantsOfDay } from '../zone.ts'
import { keptWith } from './kept.ts'
import { daysOf, endsOf, type ProgrammeDay, wholeEnd } from './programme.ts'
import type { Content } from './schema.ts'

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
  const [first, last] = [days.at(0), days.at(-1)]
  const start =
    first && first.day < eventDay ? instantOfDay(timeZone, first.day, first.events[0]?.startTime ?? '') : hero.eventDate
  const isOver = !last || last.day < eventDay
  const endTime = wholeEnd(event.startTime, event.endTime)
  const ends = isOver ? [] : spansOn(last, endTime, timeZone).map(([, { end }]) => end)
  const hour = endTime || (ends.length === 0 ? '18:00' : '')
  const set = hour === '' ? [] : [instantOfDay(timeZone, isOver ? eventDay : last.day, hour)]
  const end = [...ends, ...set].toSorted().at(-1) ?? ''
  // A date set to an hour after the last session still gives an event that ends after it starts.
  return { start, end: end > start ? end : anHourAfter(start) }
}

const anHourAfter = (instant: string) => new Date(Date.parse(instant) + hour).toISOString()
