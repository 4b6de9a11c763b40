import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { es } from 'date-fns/locale/es'

/** An instant (ISO 8601) in `timeZone`, in Spanish, in a pattern of https://date-fns.org/docs/format. */
export function formatIn(timeZone: string, instant: string, pattern: string): string {
  return format(new TZDate(instant, timeZone), pattern, { locale: es })
}

/** The event's date as the page shows it: '20 NOV, 2025'. */
export function eventDay(timeZone: string, instant: string): string {
  return formatIn(timeZone, instant, 'dd MMM, yyyy').toUpperCase()
}

/** The instant (ISO 8601 in UTC) of a wall-clock time HH:mm on the event's day in `timeZone`. */
export function instantOn(timeZone: string, eventDate: string, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const day = new TZDate(eventDate, timeZone)
  return new Date(+new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes, timeZone)).toISOString()
}
