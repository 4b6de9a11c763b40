import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { startOfDay } from 'date-fns/startOfDay'
import { subDays } from 'date-fns/subDays'
import type { Db } from '../db/db.ts'

export type DayCount = { day: string; count: number }

/** A wrong clock may date a walk-in centuries ago. */
const maxDayCount = 2 * 366

/** Includes empty days, and only the last two years. */
export function countRegistrationsByDay(db: Db, timeZone: string): DayCount[] {
  const { first, last } = db
    .prepare<[], { first: string | null; last: string | null }>(
      'SELECT min(registrationDate) AS first, max(registrationDate) AS last FROM registrations',
    )
    .get() ?? { first: null, last: null }
  if (first === null || last === null) return []
  // SQLite has no time zones.
  const between = db
    .prepare<[string, string], number>('SELECT count(*) FROM registrations WHERE registrationDate >= ? AND registrationDate < ?')
    .pluck()
  const days: DayCount[] = []
  const earliest = subDays(new TZDate(last, timeZone), maxDayCount - 1)
  const begin = first > utc(earliest) ? new TZDate(first, timeZone) : earliest
  for (let start: Date = startOfDay(begin); utc(start) <= last; ) {
    const end = startOfDay(addDays(start, 1))
    days.push({ day: format(start, 'yyyy-MM-dd'), count: between.get(utc(start), utc(end)) ?? 0 })
    start = end
  }
  return days
}

const utc = (date: Date) => new Date(date.getTime()).toISOString()
