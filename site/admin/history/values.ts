import type { ContentKey } from '../../../data/content/schema.ts'
import { formatIn } from '../../dates.ts'

/** Names by id. */
export type Names = ReadonlyMap<string, string>

type Around = { timeZone: string; names: Names }

const pictures = new Set(['image', 'imageUrl', 'headerLogo', 'heroLogo', 'backgroundImage', 'logo'])

export const isPicture = (field: string) => pictures.has(field)

const references = new Set(['scenarioId', 'speakerId', 'speakerIds'])
const dates = new Set(['eventDate', 'opensAt', 'closesAt', 'day'])

const choices: Record<string, string> = {
  patrocinador: 'Patrocinador',
  aliado: 'Aliado',
  main: 'Principal',
  supporting: 'De apoyo',
  auto: 'Automático',
  light: 'Claro',
  dark: 'Oscuro',
}
const fieldsOfChoices = new Set(['category', 'tier', 'background'])

/** What a field holds, as somebody would say it. */
export function valueInWords(section: ContentKey, field: string, value: unknown, around: Around): string {
  if (value === null && section === 'places') return 'sin límite'
  if (value === null && section === 'privacy') return 'se guardan'
  if (value === '' || value === null || value === undefined) return '(vacío)'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) {
    const parts = value.map((part) => valueInWords(section, field, part, around))
    return parts.length > 0 ? parts.join(', ') : '(vacío)'
  }
  if (typeof value === 'object') return Object.values(value).join(': ')
  const text = String(value)
  if (references.has(field)) return around.names.get(text) ?? 'uno que ya no está'
  if (dates.has(field)) return dateInWords(text, around.timeZone)
  return fieldsOfChoices.has(field) ? (choices[text] ?? text) : text
}

/** An instant, or a day (yyyy-MM-dd): a form may ask for the day of an instant only. */
function dateInWords(text: string, timeZone: string): string {
  const day = "d 'de' MMMM 'de' yyyy"
  return text.includes('T') ? formatIn(timeZone, text, `${day}, HH:mm`) : formatIn('UTC', `${text}T12:00:00Z`, day)
}
