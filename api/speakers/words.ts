import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { es } from 'date-fns/locale/es'
import type { Missing } from '../../data/speakers/status.ts'

export const missingInWords = (missing: readonly Missing[]): string[] =>
  missing.map(({ section, field, name }) =>
    section === 'events' ? `la descripción de «${name}»` : field === 'image' ? 'tu foto' : 'tu biografía',
  )

/** `deadline` is a day (yyyy-MM-dd), an instant (ISO 8601) or empty. */
export function deadlineInWords(deadline: string, timeZone: string): string {
  if (deadline === '') return ''
  const isDay = deadline.length === 10
  const date = isDay ? new TZDate(`${deadline}T12:00:00Z`, 'UTC') : new TZDate(deadline, timeZone)
  return format(date, isDay ? "EEEE d 'de' MMMM" : "EEEE d 'de' MMMM 'a las' HH:mm", { locale: es })
}
