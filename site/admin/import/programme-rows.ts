import type { ImportRow } from '../../../data/import/plan.ts'
import { type ImportedKey, importedKeys, type TableField } from '../../../data/import/source.ts'
import { dayIn } from '../../text/dates.ts'
import { fieldOf, kinds } from '../content/kinds.ts'
import type { Preview } from './importing.ts'
import { type GroupForm, groupsOf, type ShownRow } from './row-groups.ts'

export const programmeFields: Record<TableField, string> = {
  title: 'Título',
  day: 'Día',
  startTime: 'Hora de inicio',
  endTime: 'Hora de fin',
  duration: 'Duración',
  room: 'Escenario',
  speakers: 'Speakers',
  isPlenary: 'Para todos',
  description: 'Descripción',
  language: 'Idioma',
  level: 'Nivel',
  track: 'Tema',
  company: 'Empresa del speaker',
  position: 'Cargo del speaker',
  bio: 'Biografía del speaker',
  photo: 'Foto del speaker',
  email: 'Correo del speaker (privado)',
  slidesUrl: 'Diapositivas',
  recordingUrl: 'Grabación',
  key: 'Clave (para volver a importar)',
}

/** Groups of rows, in the order in which they are shown. */
const forms: Record<string, GroupForm> = {
  left: {
    title: 'Se quedan fuera',
    counted: ['se queda fuera', 'se quedan fuera'],
    note: 'No se pueden importar como están en el archivo.',
    isFixed: true,
  },
  'edited-here': {
    title: 'Se cambiaron aquí',
    counted: ['se cambió aquí', 'se cambiaron aquí'],
    note: 'El archivo trae otros datos. Marca las que quieras dejar como en el archivo; las demás quedan como están.',
  },
  changed: { title: 'Cambian', counted: ['cambia', 'cambian'], isWanted: true },
  gone: {
    title: 'Ya no están en el archivo',
    counted: ['ya no está', 'ya no están'],
    note: 'Marca las que quieras eliminar aquí.',
  },
  new: { title: 'Nuevas', counted: ['nueva', 'nuevas'], isWanted: true },
  same: { title: 'Iguales', counted: ['igual', 'iguales'], isFolded: true, isFixed: true },
}

export const programmeOrder = ['new', 'changed', 'edited-here', 'gone', 'left', 'same']

export const programmeGroups = (rows: readonly ImportRow[]) =>
  groupsOf(rows, forms, ({ problems, change }) => (problems.length > 0 ? 'left' : change), shownRow)

const kindNames: Record<ImportedKey, string> = { speakers: 'Speaker', scenarios: 'Escenario', events: 'Evento' }

function shownRow(row: ImportRow): ShownRow<string> {
  const { id, section, name, change, fields, problems, notes, row: number } = row
  const changes = fields.map(({ field, before, after }) => ({
    label: fieldOf(section, field).label,
    before: inWords(before),
    after: inWords(after),
  }))
  return {
    id,
    name,
    detail: [
      kindNames[section],
      ...(change === 'new' ? whenOf(row) : []),
      ...(number !== undefined && problems.length > 0 ? [`fila ${number}`] : []),
    ],
    changes: change === 'new' ? [] : changes,
    notes: [...problems.map((problem) => problemInWords(section, problem)), ...notes],
  }
}

function problemInWords(section: ImportedKey, problem: string): string {
  const end = problem.indexOf(': ')
  const [field = ''] = problem.slice(0, Math.max(end, 0)).split('.')
  return Object.hasOwn(kinds[section].fields, field) ? fieldOf(section, field).label + problem.slice(end) : problem
}

function whenOf({ section, fields }: ImportRow): string[] {
  const value = (name: string) => fields.find(({ field }) => field === name)?.after ?? ''
  if (section !== 'events' || value('day') === '') return []
  return [[inWords(value('day')), value('startTime'), value('scenarioId')].filter(Boolean).join(', ')]
}

function inWords(value: string | boolean | string[]): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '(vacío)'
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayIn(value, "EEEE d 'de' MMMM")
  return value === '' ? '(vacío)' : value
}

const isAsIs = ({ change, problems }: ImportRow) => change === 'same' || change === 'gone' || problems.length > 0

/** Returns a sentence for each exceeded limit. Limits of days and kilobytes count only if all rows are accepted. */
export function excessOf({ rows, sizes, over }: Preview, accepted: ReadonlySet<string>): string[] {
  const areAll = rows.every((row) => isAsIs(row) || accepted.has(row.id))
  const counts = importedKeys.flatMap((section) => {
    const { name, now, most: maxCount } = sizes[section]
    const acceptedRows = rows.filter((row) => row.section === section && accepted.has(row.id))
    const count = (change: ImportRow['change']) => acceptedRows.filter((row) => row.change === change).length
    const after = now + count('new') - count('gone')
    return count('new') > 0 && after > maxCount ? [`${after} ${name}; caben ${maxCount}.`] : []
  })
  const others = areAll ? over.filter((text) => !counts.includes(text)) : []
  return [...counts, ...others].map((text) => `${text} Desmarca lo que dejarás fuera.`)
}
