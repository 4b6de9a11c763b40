import { z } from 'zod'

export const instant = z.iso.datetime({ offset: true })

export const day = z.iso.date()

function hasZone(input: string): boolean {
  const colon = input.indexOf(':')
  if (colon < 0) return false
  const afterTime = input
    .slice(colon)
    .replace(/^[\d:.,]*/, '')
    .trimStart()
  const zone = /^[AP]M/i.test(afterTime) ? afterTime.slice(2).trimStart() : afterTime
  return /^(?:Z\b|[+-]\d\d|GMT|UTC?\b|[ECMP][SD]T\b)/i.test(zone)
}

/** Returns ISO 8601 in UTC. If `input` has no time zone, returns yyyy-MM-ddTHH:mm or yyyy-MM-dd. */
export function readEventDate(input: string | number): string | null {
  if (typeof input === 'number') return isoOf(input)
  if (day.safeParse(input).success) return input
  if (instant.safeParse(input).success) return isoOf(input)
  const clock = isoOf(/\dT\d/.test(input) ? `${input}Z` : `${input} UTC`)
  if (!clock || !isoOf(input) || !namesDay(input, clock)) return null
  if (hasZone(input)) return isoOf(input)
  return input.includes(':') ? clock.slice(0, 16) : clock.slice(0, 10)
}

function isoOf(input: string | number): string | null {
  const date = new Date(input)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Refuses days that do not exist, because `Date` reads '31 Nov 2025' as 1 December. */
function namesDay(input: string, clock: string): boolean {
  const numbers = (input.match(/\d+/g) ?? []).map(Number)
  const date = new Date(clock)
  const year = date.getUTCFullYear()
  const month = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i.test(input) ? [] : [date.getUTCMonth() + 1]
  const expected = [numbers.includes(year) ? year : year % 100, date.getUTCDate(), ...month]
  return expected.every((number) => {
    const index = numbers.indexOf(number)
    if (index >= 0) numbers.splice(index, 1)
    return index >= 0
  })
}
