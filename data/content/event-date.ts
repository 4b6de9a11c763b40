/** Reads the date of the conference in any form that `Date` reads. */
import { z } from 'zod'

export const instant = z.iso.datetime({ offset: true })

export const day = z.iso.date()

/** Whether a zone follows the time of the day, as in 07:00 GMT-0600. */
function hasZone(given: string): boolean {
  const colon = given.indexOf(':')
  if (colon < 0) return false
  const afterTime = given
    .slice(colon)
    .replace(/^[\d:.,]*/, '')
    .trimStart()
  const zone = /^[AP]M/i.test(afterTime) ? afterTime.slice(2).trimStart() : afterTime
  return /^(?:Z\b|[+-]\d\d|GMT|UTC?\b|[ECMP][SD]T\b)/i.test(zone)
}

/**
 * An instant as ISO 8601 in UTC. Without a zone of its own it stays wall-clock time, as yyyy-MM-ddTHH:mm, or a day, as yyyy-MM-dd.
 * Null for all else, and if the date is not in the text: `Date` would make it up.
 */
export function readEventDate(given: string | number): string | null {
  if (typeof given === 'number') return isoOf(given)
  if (day.safeParse(given).success) return given
  if (instant.safeParse(given).success) return isoOf(given)
  // Read as UTC, whose clock jumps nowhere; the machine's own zone counts for nothing.
  const clock = isoOf(/\dT\d/.test(given) ? `${given}Z` : `${given} UTC`)
  if (!clock || !isoOf(given) || !namesDay(given, clock)) return null
  if (hasZone(given)) return isoOf(given)
  return given.includes(':') ? clock.slice(0, 16) : clock.slice(0, 10)
}

function isoOf(given: string | number): string | null {
  const date = new Date(given)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Whether a text has the date that was read from it: `Date` reads '31 Nov 2025' as 1 December, and 'Sala 3' as a day in March. */
function namesDay(given: string, clock: string): boolean {
  const numbers = (given.match(/\d+/g) ?? []).map(Number)
  const date = new Date(clock)
  const year = date.getUTCFullYear()
  const month = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i.test(given) ? [] : [date.getUTCMonth() + 1]
  const expected = [numbers.includes(year) ? year : year % 100, date.getUTCDate(), ...month]
  // Each of them once: the 2 of February is not the day.
  return expected.every((number) => {
    const index = numbers.indexOf(number)
    if (index >= 0) numbers.splice(index, 1)
    return index >= 0
  })
}
