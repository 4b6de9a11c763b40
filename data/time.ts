/** Milliseconds. */
export const second = 1000
export const minute = 60 * second
export const quarter = 15 * minute
export const hour = 60 * minute
export const day = 24 * hour

/** Returns the instant (ISO 8601 in UTC) some days after `at`, or before it. */
export const daysAfter = (at: string, days: number): string => new Date(Date.parse(at) + days * day).toISOString()

/** Returns `at`, or a millisecond after `last`, because versions need different times. */
export function timeAfter(last: string, at: string): string {
  return at > last ? at : new Date(Date.parse(last) + 1).toISOString()
}
