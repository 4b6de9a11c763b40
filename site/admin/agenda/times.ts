/** Clock times of the agenda (HH:mm): an end may be in the night that follows its day. */
import { clockTime, isAfter, wholeEnd } from '../../../data/clock-time.ts'

export const wholeDay = 24 * 60

/** Minutes since the day began; of an end (`wholeEnd`) after midnight more than a day has. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** A time (minutes since the day began) as a clock shows it, also in the night that follows. */
export const clockOf = (minutes: number) =>
  clockTime([Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':'))

/** How many minutes pass between a start and its end; null where one of them is missing, or the end does not come after. */
export function minutesBetween(start: string, end: string): number | null {
  return start !== '' && end !== '' && isAfter(end, start) ? minutesOf(wholeEnd(start, end)) - minutesOf(start) : null
}

/** The end so many minutes after a start; null where it would be neither on that day nor in its night. */
export function endAfter(start: string, minutes: number): string | null {
  const end = clockOf(minutesOf(start) + minutes)
  return minutes > 0 && minutes < wholeDay && isAfter(end, start) ? end : null
}
