import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { startOfDay } from 'date-fns/startOfDay'
import { subDays } from 'date-fns/subDays'
import type { Db } from '../db/db.ts'
import { countRows, readValue } from '../db/prepared.ts'

export type DayCount = { day: string; count: number }

/** Limit, because a phone with a wrong clock may date a walk-in centuries ago. */
const maxDayCount = 2 * 366

export function countRegistrationsByDay(db: Db, timeZone: string): DayCount[] {
  const first = readValue<string | null>(db, 'SELECT min(registrationDate) FROM registrations')
  const last = readValue<string | null>(db, 'SELECT max(registrationDate) FROM registrations')
  if (!first || !last) return []
  const between = 'SELECT count(*) FROM registrations WHERE registrationDate >= ? AND registrationDate < ?'
  const days: DayCount[] = []
  const earliest = subDays(new TZDate(last, timeZone), maxDayCount - 1)
  const begin = first > utc(earliest) ? new TZDate(first, timeZone) : earliest
  for (let start: Date = startOfDay(begin); utc(start) <= last; ) {
    const end = startOfDay(addDays(start, 1))
    days.push({ day: format(start, 'yyyy-MM-dd'), count: countRows(db, between, utc(start), utc(end)) })
    start = end
  }
  return days
}

const utc = (date: Date) => new Date(date.getTime()).toISOString()
