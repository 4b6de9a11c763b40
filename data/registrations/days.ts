import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { startOfDay } from 'date-fns/startOfDay'
import { subDays } from 'date-fns/subDays'
import type { Db } from '../db/db.ts'

/** `day` as yyyy-MM-dd. */
export type DayCount = { day: string; count: number }

/** More days than that are none that anybody looks at: a phone at the door whose clock is wrong may date a walk-in a thousand years ago. */
const mostDays = 2 * 366

/**
 * How many registered on each day in `timeZone`, from the first registration's day to the last one's, of the last two years at most; days
 * without any are among them, with 0. Empty when there are no registrations.
 */
export function countRegistrationsByDay(db: Db, timeZone: string): DayCount[] {
  const { first, last } = db
    .prepare<[], { first: string | null; last: string | null }>(
      'SELECT min(registrationDate) AS first, max(registrationDate) AS last FROM registrations',
    )
    .get() ?? { first: null, last: null }
  if (first === null || last === null) return []
  // SQLite knows no time zones: each day is counted between its two midnights, which the index on the date finds.
  const between = db
    .prepare<[string, string], number>('SELECT count(*) FROM registrations WHERE registrationDate >= ? AND registrationDate < ?')
    .pluck()
  const days: DayCount[] = []
  const earliest = subDays(new TZDate(last, timeZone), mostDays - 1)
  const begin = first > utc(earliest) ? new TZDate(first, timeZone) : earliest
  for (let start: Date = startOfDay(begin); utc(start) <= last; ) {
    // By the calendar: where clocks change, a day has 23 or 25 hours.
    const end = startOfDay(addDays(start, 1))
    days.push({ day: format(start, 'yyyy-MM-dd'), count: between.get(utc(start), utc(end)) ?? 0 })
    start = end
  }
  return days
}

/** The instant in the form that is stored, so that texts compare as times do. */
const utc = (date: Date) => new Date(date.getTime()).toISOString()
