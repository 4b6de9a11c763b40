/** Milliseconds. */
export const second = 1000
export const minute = 60 * second
/** Of an hour. */
export const quarter = 15 * minute
export const hour = 60 * minute
export const day = 24 * hour

/** The instant (ISO 8601 in UTC) so many days after `at`; before it where they are negative. */
export const daysAfter = (at: string, days: number): string => new Date(Date.parse(at) + days * day).toISOString()

/** `at`, or a millisecond after `last` where the clock has not moved on: the time of a change tells versions apart. */
export function timeAfter(last: string, at: string): string {
  return at > last ? at : new Date(Date.parse(last) + 1).toISOString()
}
