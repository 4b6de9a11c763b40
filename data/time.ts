export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const quarterMs = 15 * minuteMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export const daysAfter = (at: string, days: number): string => new Date(Date.parse(at) + days * dayMs).toISOString()

export function timeAfter(last: string, at: string): string {
  return at > last ? at : new Date(Date.parse(last) + 1).toISOString()
}
