/** Start and end times as a clock shows them (HH:mm). */

/** Until this hour (HH:mm) a night belongs to the day before. */
const nightEnds = '06:00'

/** Whether `endTime` is after `startTime` (HH:mm), on the same day or in the night after an afternoon. */
export function isAfter(endTime: string, startTime: string): boolean {
  return endTime > startTime || (endTime <= nightEnds && startTime >= '12:00')
}

/** Returns an end as hours and minutes since the day began: '25:30' for 01:30 of the following night. Empty stays empty. */
export function wholeEnd(startTime: string, endTime: string): string {
  if (endTime === '' || endTime > startTime) return endTime
  return `${Number(endTime.slice(0, 2)) + 24}${endTime.slice(2)}`
}

/** Returns the time that a clock shows at such an end: '01:30' for '25:30'. */
export function clockTime(end: string): string {
  const hours = Number(end.slice(0, 2))
  return hours < 24 ? end : `${String(hours - 24).padStart(2, '0')}${end.slice(2)}`
}
