import { isFormula, withoutEscapes } from '../../data/formulas.ts'
import { type FilePerson, peopleFields } from '../../data/import/people-file.ts'
import { Unreadable } from '../../data/import/source.ts'
import { limits } from '../../data/limits.ts'
import { staffFieldsSchema } from '../../data/registrations/schema.ts'
import { fold } from '../../data/text.ts'
import { type Cell, columnsOf, partsOf } from './read-table.ts'

type Field = (typeof peopleFields)[number]

/** What organisers, and forms that they use elsewhere, call each column; our own export is read as it is written. */
const names: Record<Field, readonly string[]> = {
  name: [
    'nombre',
    'nombre completo',
    'nombre y apellido',
    'nombre y apellidos',
    'nombres y apellidos',
    'full name',
    'attendee name',
  ],
  firstName: ['nombres', 'primer nombre', 'first name', 'attendee first name', 'given name'],
  lastName: ['apellido', 'apellidos', 'last name', 'surname', 'attendee last name', 'family name'],
  email: [
    ...['correo', 'e-mail', 'mail', 'correo electronico', 'direccion de correo', 'direccion de correo electronico'],
    ...['email address', 'attendee email', 'correo electrónico', 'direccion de email'],
  ],
  company: ['empresa', 'organizacion', 'institucion', 'universidad', 'organization'],
  position: ['cargo', 'puesto', 'rol', 'job title', 'title', 'role'],
  phone: ['telefono', 'celular', 'movil', 'whatsapp', 'phone number', 'cell phone', 'mobile'],
  acceptsMarketing: ['marketing', 'acepta marketing', 'acepta noticias', 'consentimiento', 'newsletter', 'consent', 'opt-in'],
  isConfirmed: ['confirmado', 'confirmada', 'confirmacion', 'confirmed'],
  status: ['estado', 'situacion', 'state'],
  notes: ['comentarios', 'comentario', 'comments'],
  staffNotes: ['notas', 'nota', 'observaciones'],
}

const yes = /^(si|yes|true|1|x|verdadero|acepto|acepta|confirmado|confirmada)$/
const cancelled = /^(cancelad[oa]|cancelled|canceled|anulad[oa]|refunded)$/

/** Reads a table with a row for each person; the row's number is the one that a spreadsheet shows. Throws Unreadable when it has none. */
export function readPeople(rows: readonly Cell[][], said?: Record<string, string>) {
  const { headings, body } = partsOf(rows)
  const columns = columnsOf(headings, said, peopleFields, names)
  const index = new Map(peopleFields.map((field) => [field, headings.findIndex((heading) => columns[heading] === field)]))
  const has = (field: Field) => (index.get(field) ?? -1) >= 0
  const isReadable = has('email') && (has('name') || has('firstName') || has('lastName'))
  if (body.length === 0) throw new Unreadable('El archivo no tiene ninguna persona.')
  if (body.length > limits.importedPeople)
    throw new Unreadable(`El archivo tiene ${body.length} personas; caben ${limits.importedPeople} por archivo: pártelo.`)
  if (!isReadable) return { people: [], columns, missing: has('email') ? ('name' as const) : ('email' as const) }
  const seen = new Map<string, number>()
  const people = body.map(({ row, number }) => person(row, number))
  for (const one of people) {
    const first = seen.get(one.email.toLowerCase())
    if (one.problems.length > 0) continue
    if (first !== undefined) one.problems.push(`Repite el correo de la fila ${first}.`)
    else seen.set(one.email.toLowerCase(), one.row)
  }
  return { people, columns, missing: null }

  function person(row: readonly Cell[], number: number): FilePerson {
    const problems: string[] = []
    const text = (field: Field): string => {
      const at = index.get(field) ?? -1
      const cell = at < 0 ? '' : (row[at] ?? '')
      if (typeof cell === 'string' && !isFormula(cell)) return withoutEscapes(cell).trim()
      problems.push(`«${headings[at]}» tiene una fórmula: escribe su valor.`)
      return ''
    }
    const isYes = (field: Field) => yes.test(fold(text(field)))
    const name = text('name') || [text('firstName'), text('lastName')].filter(Boolean).join(' ')
    const fields = {
      ...{ name, email: text('email'), company: text('company'), position: text('position'), phone: text('phone') },
      ...{ acceptsMarketing: isYes('acceptsMarketing'), isConfirmed: isYes('isConfirmed') },
      ...{ notes: text('notes'), staffNotes: text('staffNotes') },
    }
    if (cancelled.test(fold(text('status')))) problems.push('El archivo dice que canceló.')
    const parsed = staffFieldsSchema.safeParse(fields)
    if (!parsed.success)
      for (const { path, message } of parsed.error.issues) problems.push(`${labels[String(path[0])] ?? ''}: ${message}`)
    const shown = { name: name.slice(0, limits.shortText), email: fields.email.slice(0, limits.email) }
    return { row: number, ...fields, ...parsed.data, ...(parsed.success ? {} : shown), problems: [...new Set(problems)] }
  }
}

const labels: Record<string, string> = {
  name: 'Nombre',
  email: 'Email',
  company: 'Empresa',
  position: 'Cargo',
  phone: 'Teléfono',
  notes: 'Comentarios',
  staffNotes: 'Notas',
}
