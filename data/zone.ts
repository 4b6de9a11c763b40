import { TZDate, tzOffset } from '@date-fns/tz'
import { hourMs, minuteMs } from './time.ts'

export const instantOfDay = cachedByArguments((timeZone: string, day: string, time: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return firstOf(timeZone, +new TZDate(year, month - 1, date, hours, minutes, timeZone)).toISOString()
})

/** When clocks go back, a clock time happens twice. Returns the earlier instant (RFC 5545 3.3.5). */
function firstOf(timeZone: string, at: number): Date {
  const offsetBefore = tzOffset(timeZone, new Date(at - 3 * hourMs))
  const setBackMs = (offsetBefore - tzOffset(timeZone, new Date(at))) * minuteMs
  const earlier = new Date(at - setBackMs)
  return setBackMs > 0 && tzOffset(timeZone, earlier) === offsetBefore ? earlier : new Date(at)
}

export function instantsOfDay(timeZone: string, day: string): (time: string) => string {
  const start = Date.parse(instantOfDay(timeZone, day, '00:00'))
  const end = Date.parse(instantOfDay(timeZone, day, '24:00'))
  if (end - start !== 24 * 60 * 60_000) return (time) => instantOfDay(timeZone, day, time)
  return (time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return new Date(start + (hours * 60 + minutes) * 60_000).toISOString()
  }
}

export function instantOn(timeZone: string, eventDate: string, time: string): string {
  return instantOfDay(timeZone, dayOf(timeZone, eventDate), time)
}

export function clockTimeOf(timeZone: string, instant: string): string {
  return new TZDate(instant, timeZone).toISOString().slice(11, 16)
}

export const dayOf = cachedByArguments((timeZone: string, instant: string) =>
  new TZDate(instant, timeZone).toISOString().slice(0, 10),
)

export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

export function cachedByArguments<Args extends string[]>(ask: (...args: Args) => string): (...args: Args) => string {
  const answers = new Map<string, string>()
  return (...args) => {
    const key = args.join(' ')
    const cached = answers.get(key)
    if (cached !== undefined) return cached
    const answer = ask(...args)
    if (answers.size >= 1_000) answers.clear()
    answers.set(key, answer)
    return answer
  }
}
