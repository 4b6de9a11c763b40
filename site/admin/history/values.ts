import type { ContentKey } from '../../../data/content/schema.ts'
import { dayIn, formatIn } from '../../text/dates.ts'
import { fieldOf } from '../content/kinds.ts'

export type Names = ReadonlyMap<string, string>

type Context = { timeZone: string; names: Names }

export function valueInWords(section: ContentKey, field: string, value: unknown, context: Context): string {
  const { is, options, empty } = fieldOf(section, field)
  if (value === null && empty) return empty
  if (value === '' || value === null || value === undefined) return '(vacío)'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (typeof value === 'object') {
    const parts = Object.values(value).map((part) => valueInWords(section, field, part, context))
    return parts.join(Array.isArray(value) ? ', ' : ': ') || '(vacío)'
  }
  const text = String(value)
  if (is === 'reference') return context.names.get(text) ?? 'uno que ya no está'
  if (is === 'condition') return context.names.get(text) ?? text
  if (is === 'date') return dateInWords(text, context.timeZone)
  return options?.[text] ?? text
}

function dateInWords(text: string, timeZone: string): string {
  const day = "d 'de' MMMM 'de' yyyy"
  return text.includes('T') ? formatIn(timeZone, text, `${day}, HH:mm`) : dayIn(text, day)
}
