/** What a file of registrations holds, in either form. */
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { escapeFormula } from '../../data/formulas.ts'
import type { Registration, RegistrationStatus } from '../../data/registrations/schema.ts'

/** The first eight as the product's specification has them; what came later stands behind them. */
export const exportColumns = [
  ...['Nombre', 'Email', 'Empresa', 'Cargo', 'Teléfono', 'Fecha de Registro', 'Confirmado', 'Marketing'],
  ...['Estado', 'Comentarios', 'Notas', 'Llegó', 'Puerta'],
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
  const { status, notes, staffNotes, arrivedAt, door } = registration
  const clock = clockIn(timeZone)
  const timeOf = (at: string) => clock.format(Date.parse(at)).replace(',', '')
  return [
    ...[name, email, company, position].map(escapeFormula),
    phoneLike.test(phone) ? phone : escapeFormula(phone),
    timeOf(registrationDate),
    yesOrNo(isConfirmed),
    yesOrNo(acceptsMarketing),
    states[status],
    escapeFormula(notes),
    escapeFormula(staffNotes),
    arrivedAt === null ? '' : timeOf(arrivedAt),
    escapeFormula(door ?? ''),
  ]
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Writes instants as 'dd/MM/yyyy, HH:mm', in a tenth of the time that a TZDate takes: there are as many as people. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  // The form of this locale; day and clock are those of the zone.
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(timeZone, clock)
  return clock
}

/** A phone number in its usual characters is a harmless formula: it keeps its leading +. */
const phoneLike = /^\+?[\d\s().-]*$/

const yesOrNo = (value: boolean) => (value ? 'Sí' : 'No')
