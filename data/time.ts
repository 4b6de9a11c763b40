/** `at`, or a millisecond after `last` where the clock has not moved on: the time of a change tells versions apart. */
export function timeAfter(last: string, at: string): string {
  return at > last ? at : new Date(Date.parse(last) + 1).toISOString()
}
