/** Clock times of the agenda (HH:mm). */

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** How many minutes pass between two times of a day; null where one of them is missing, or the second is not later. */
export function minutesBetween(start: string, end: string): number | null {
  return start !== '' && end > start ? minutesOf(end) - minutesOf(start) : null
}

/** The time so many minutes later, or earlier where they are negative; null when it is on another day. */
export function addMinutes(time: string, minutes: number): string | null {
  const sum = minutesOf(time) + minutes
  if (sum < 0 || sum >= 24 * 60) return null
  return [Math.floor(sum / 60), sum % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
