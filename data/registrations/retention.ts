/** When people's data goes by itself after the event. Pure functions: the caller reads and deletes. */

import type { Content } from '../content/schema.ts'
import { daysOf } from '../programme/days.ts'
import { day } from '../time.ts'
import { dayAfter, dayOf, instantOfDay } from '../zone.ts'

const week = 7 * day

/** What decides it; `knownSince` (ISO 8601 in UTC) is when the settings became what they are. */
type RetentionFacts = Pick<Content, 'events'> & {
  retentionDays: number | null
  eventDate: string
  knownSince: string
}

/**
 * From when (ISO 8601 in UTC) on it is deleted; null where it is kept. So many whole days after the last day of the event, and never
 * before the panel could say so for a week: a date in the past that somebody typed by mistake costs nobody's data.
 */
export function deletionInstant(
  { retentionDays, eventDate, events, knownSince }: RetentionFacts,
  timeZone: string,
): string | null {
  if (retentionDays === null) return null
  const first = dayOf(timeZone, eventDate)
  const last = [first, ...daysOf(events, first).map(({ day }) => day)].toSorted().at(-1) ?? first
  const end = Date.parse(instantOfDay(timeZone, dayAfter(last, retentionDays + 1), '00:00'))
  return new Date(Math.max(end, Date.parse(knownSince) + week)).toISOString()
}
