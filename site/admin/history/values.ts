import type { ContentKey } from '../../../data/content/schema.ts'
import { dayIn, formatIn } from '../../text/dates.ts'
import { fieldOf } from '../content/kinds.ts'

export type Names = ReadonlyMap<string, string>

type Around = { timeZone: string; names: Names }

export function valueInWords(section: ContentKey, field: string, value: unknown, around: Around): string {
  const { is, options, empty } = fieldOf(section, field)
  if (value === null && empty) return empty
  if (value === '' || value === null || value === undefined) return '(vacío)'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) {
    const parts = value.map((part) => valueInWords(section, field, part, around))
    return parts.length > 0 ? parts.join(', ') : '(vacío)'
  }
  if (typeof value === 'object') {
    const parts = Object.values(value).map((part) => valueInWords(section, field, part, around))
    return parts.join(': ')
  }
  const text = String(value)
  if (is === 'reference') return around.names.get(text) ?? 'uno que ya no está'
  if (is === 'date') return dateInWords(text, around.timeZone)
  return options?.[text] ?? text
}

/** `text` is an instant or a day (yyyy-MM-dd). */
function dateInWords(text: string, timeZone: string): string {
  const day = "d 'de' MMMM 'de' yyyy"
  return text.includes('T') ? formatIn(timeZone, text, `${day}, HH:mm`) : dayIn(text, day)
}
