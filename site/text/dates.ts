import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { es } from 'date-fns/locale/es'
import { cachedByArguments } from '../../data/zone.ts'

export const formatIn = cachedByArguments((timeZone: string, instant: string, pattern: string): string =>
  format(new TZDate(instant, timeZone), pattern, { locale: es }),
)

export function dayIn(day: string, pattern: string): string {
  return formatIn('UTC', `${day}T12:00:00Z`, pattern)
}

export function daysInWords(days: readonly string[]): string {
  const [first = '', last = first] = [days.at(0), days.at(-1)]
  const end = dayIn(last, 'dd MMM, yyyy')
  const pattern =
    first.slice(0, 4) !== last.slice(0, 4) ? 'dd MMM, yyyy' : first.slice(0, 7) !== last.slice(0, 7) ? 'dd MMM' : 'dd'
  return (first === last ? end : `${dayIn(first, pattern)} – ${end}`).toUpperCase()
}
