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
