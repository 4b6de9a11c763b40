/** The columns of registrations as a file, CSV or Excel. */
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { escapeFormula } from '../../data/formulas.ts'
import type { RegistrationUse } from '../../data/registrations/registrations.ts'
import type { Registration, RegistrationStatus } from '../../data/registrations/schema.ts'

type Column = {
  header: string
  /** The cell's text; `timeOf` writes an instant as dd/MM/yyyy HH:mm. */
  cell: (registration: Registration, timeOf: (at: string) => string) => string
  /** Whether the column is needed for somebody. A CSV leaves out columns that nobody needs. */
  isInUse?: (use: RegistrationUse) => boolean
}

/** The specification fixes the first eight and their order. */
export const exportColumns: readonly Column[] = [
  { header: 'Nombre', cell: ({ name }) => escapeFormula(name) },
  { header: 'Email', cell: ({ email }) => escapeFormula(email) },
  { header: 'Empresa', cell: ({ company }) => escapeFormula(company) },
  { header: 'Cargo', cell: ({ position }) => escapeFormula(position) },
  { header: 'Teléfono', cell: ({ phone }) => (phoneLike.test(phone) ? phone : escapeFormula(phone)) },
  { header: 'Fecha de Registro', cell: ({ registrationDate }, timeOf) => timeOf(registrationDate) },
  { header: 'Confirmado', cell: ({ isConfirmed }) => yesOrNo(isConfirmed) },
  { header: 'Marketing', cell: ({ acceptsMarketing }) => yesOrNo(acceptsMarketing) },
  { header: 'Estado', cell: ({ status }) => states[status], isInUse: ({ status }) => status },
  { header: 'Comentarios', cell: ({ notes }) => escapeFormula(notes), isInUse: ({ notes }) => notes },
  { header: 'Notas', cell: ({ staffNotes }) => escapeFormula(staffNotes), isInUse: ({ staffNotes }) => staffNotes },
  {
    header: 'Llegó',
    cell: ({ arrivedAt }, timeOf) => (arrivedAt === null ? '' : timeOf(arrivedAt)),
    isInUse: ({ arrivedAt }) => arrivedAt,
  },
  { header: 'Puerta', cell: ({ door }) => escapeFormula(door ?? ''), isInUse: ({ door }) => door },
]

/** The first eight columns, and those of the others that somebody needs. */
export const columnsInUse = (use: RegistrationUse): Column[] => exportColumns.filter(({ isInUse = () => true }) => isInUse(use))

const states: Record<RegistrationStatus, string> = {
  registered: 'Con lugar',
  waitlisted: 'En lista de espera',
  cancelled: 'Cancelado',
}

/** The file's name, with today's date in `timeZone`. */
export function exportName(timeZone: string, ending: 'csv' | 'xlsx'): string {
  return `registros_conferencia_${format(new TZDate(Date.now(), timeZone), 'yyyy-MM-dd')}.${ending}`
}

/** A registration as a row of texts, with its dates in `timeZone`. */
export function exportRow(columns: readonly Column[], registration: Registration, timeZone: string): string[] {
  const clock = clockIn(timeZone)
  const timeOf = (at: string) => clock.format(Date.parse(at)).replace(',', '')
  return columns.map(({ cell }) => cell(registration, timeOf))
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
