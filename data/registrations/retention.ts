import type { Content } from '../content/schema.ts'
import { daysOf } from '../programme/days.ts'
import { dayMs } from '../time.ts'
import { dayAfter, dayOf, instantOfDay } from '../zone.ts'

const warningMs = 7 * dayMs

/** `knownSince` (ISO 8601 in UTC) is the last change of these settings. */
type RetentionFacts = Pick<Content, 'events'> & {
  retentionDays: number | null
  eventDate: string
  knownSince: string
}

/**
 * Returns when data is deleted (ISO 8601 in UTC), null if never. Seven days of warning, so that a mistyped date deletes nothing.
 */
export function deletionInstant(
  { retentionDays, eventDate, events, knownSince }: RetentionFacts,
  timeZone: string,
): string | null {
  if (retentionDays === null) return null
  const first = dayOf(timeZone, eventDate)
  const last = [first, ...daysOf(events, first).map(({ day }) => day)].toSorted().at(-1) ?? first
  const end = Date.parse(instantOfDay(timeZone, dayAfter(last, retentionDays + 1), '00:00'))
  return new Date(Math.max(end, Date.parse(knownSince) + warningMs)).toISOString()
}
