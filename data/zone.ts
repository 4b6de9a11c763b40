/** Wall-clock times at the event, and the instants that they are. */
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'

/** The instant (ISO 8601 in UTC) of a wall-clock time HH:mm on a day (yyyy-MM-dd) in `timeZone`. */
export const instantOfDay = remembered((timeZone: string, day: string, time: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(+new TZDate(year, month - 1, date, hours, minutes, timeZone)).toISOString()
})

/**
 * The same for many times of one day, which costs what two of them cost by themselves: looking up a zone's clock takes a hundred
 * times as long as counting minutes, which is as good on every day but those on which the clocks are changed.
 */
export function instantsOfDay(timeZone: string, day: string): (time: string) => string {
  const start = Date.parse(instantOfDay(timeZone, day, '00:00'))
  const end = Date.parse(instantOfDay(timeZone, day, '24:00'))
  if (end - start !== 24 * 60 * 60_000) return (time) => instantOfDay(timeZone, day, time)
  return (time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return new Date(start + (hours * 60 + minutes) * 60_000).toISOString()
  }
}

/** The instant (ISO 8601 in UTC) of a wall-clock time HH:mm on the day of the instant `eventDate` in `timeZone`. */
export function instantOn(timeZone: string, eventDate: string, time: string): string {
  return instantOfDay(timeZone, dayOf(timeZone, eventDate), time)
}

/** The wall-clock time HH:mm of an instant (ISO 8601) in `timeZone`. */
export function clockTimeOf(timeZone: string, instant: string): string {
  return format(new TZDate(instant, timeZone), 'HH:mm')
}

/** The day (yyyy-MM-dd) of an instant (ISO 8601) in `timeZone`. */
export const dayOf = remembered((timeZone: string, instant: string) => format(new TZDate(instant, timeZone), 'yyyy-MM-dd'))

/** The day (yyyy-MM-dd) so many days after another, by the calendar. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The function with its latest answers kept: each rendering asks the same few times again, and a zone's clock is slow to look up. */
export function remembered<Args extends string[]>(ask: (...args: Args) => string): (...args: Args) => string {
  const answers = new Map<string, string>()
  return (...args) => {
    const key = args.join(' ')
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = ask(...args)
    if (answers.size >= 1_000) answers.clear()
    answers.set(key, answer)
    return answer
  }
}
