const nightEnds = '06:00'

export function isAfter(endTime: string, startTime: string): boolean {
  return endTime > startTime || (endTime <= nightEnds && startTime >= '12:00')
}

/** Writes an end after midnight with hours above 24, to compare it with its start: 01:30 becomes '25:30'. */
export function endPastMidnight(startTime: string, endTime: string): string {
  if (endTime === '' || endTime > startTime) return endTime
  return `${Number(endTime.slice(0, 2)) + 24}${endTime.slice(2)}`
}

export function clockTime(end: string): string {
  const hours = Number(end.slice(0, 2))
  return hours < 24 ? end : `${String(hours - 24).padStart(2, '0')}${end.slice(2)}`
}
