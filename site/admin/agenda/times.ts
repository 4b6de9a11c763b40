import { clockTime, endPastMidnight, isAfter } from '../../../data/clock-time.ts'

export const dayMinutes = 24 * 60

/** Returns minutes since the day began, also for times after midnight such as 25:30 (`endPastMidnight`). */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export const clockOf = (minutes: number) =>
  clockTime([Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':'))

export const minutesInWords = (minutes: number) => `${Math.abs(minutes)} min ${minutes < 0 ? 'antes' : 'después'}`

export function minutesBetween(start: string, end: string): number | null {
  return start !== '' && end !== '' && isAfter(end, start) ? minutesOf(endPastMidnight(start, end)) - minutesOf(start) : null
}

export function endAfter(start: string, minutes: number): string | null {
  const end = clockOf(minutesOf(start) + minutes)
  return minutes > 0 && minutes < dayMinutes && isAfter(end, start) ? end : null
}
