/** What a file of registrations holds, in either form. */
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { Registration, RegistrationStatus } from '../../data/registrations/schema.ts'

/** The first eight as the product's specification has them; what came later stands behind them. */
export const exportColumns = [
  ...['Nombre', 'Email', 'Empresa', 'Cargo', 'Teléfono', 'Fecha de Registro', 'Confirmado', 'Marketing'],
  ...['Estado', 'Comentarios', 'Notas'],
]

const states: Record<RegistrationStatus, string> = {
  registered: 'Con lugar',
  waitlisted: 'En lista de espera',
  cancelled: 'Cancelado',
}

/** The file's name, with today's date in `timeZone`. */
export function exportName(timeZone: string, ending: 'csv' | 'xlsx'): string {
  return `registros_conferencia_${format(new TZDate(Date.now(), timeZone), 'yyyy-MM-dd')}.${ending}`
}

/** A registration as a row of texts, with its date as dd/MM/yyyy HH:mm in `timeZone`. */
export function exportRow(registration: Registration, timeZone: string): string[] {
  const { name, email, company, position, phone, registrationDate, isConfirmed, acceptsMarketing } = registration
  const { status, notes, staffNotes } = registration
  return [
    ...[name, email, company, position].map(escapeFormula),
    phoneLike.test(phone) ? phone : escapeFormula(phone),
    format(new TZDate(registrationDate, timeZone), 'dd/MM/yyyy HH:mm'),
    yesOrNo(isConfirmed),
    yesOrNo(acceptsMarketing),
    states[status],
    escapeFormula(notes),
    escapeFormula(staffNotes),
  ]
}

/** A phone number in its usual characters is a harmless formula: it keeps its leading +. */
const phoneLike = /^\+?[\d\s().-]*$/

/**
 * A text that a spreadsheet would run as a formula gets a leading apostrophe. The first characters are those of
 * https://owasp.org/www-community/attacks/CSV_Injection with NUL, | and %, and their full-width
 * twins; blanks in front do not hide them.
 */
export function escapeFormula(text: string): string {
  return /^[\t\r\n\0]|^\s*[=+\-@|%＝＋－＠]/.test(text) ? `'${text}` : text
}

const yesOrNo = (value: boolean) => (value ? 'Sí' : 'No')
