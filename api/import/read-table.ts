import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { isFormula, withoutEscapes } from '../../data/formulas.ts'
import {
  type Columns,
  type SourceFile,
  type SourceRoom,
  type SourceSpeaker,
  type SourceTalk,
  type TableField,
  tableFields,
  Unreadable,
} from '../../data/import/source.ts'
import { limits } from '../../data/limits.ts'
import { fold } from '../../data/text.ts'
import { unscheduled } from './messages.ts'
import { arranged } from './talks.ts'
import { plainFromHtml } from './texts.ts'
import { clockIn, later, minutesOf, whenOf } from './times.ts'

/** The first row of `/schedule.csv`, whose texts are taken to the letter. */
const ownHeadings = 'Clave,Título,Día,Inicio,Fin,Sala,Para todos,Speakers,Idioma,Nivel,Tema,Descripción'

/** A cell: its text; a formula is none that is read. */
export type Cell = string | { formula: true }

/** What organisers call it. */
const known: Record<TableField, readonly string[]> = {
  key: ['clave', 'key', 'id', 'guid', 'codigo', 'code', 'session id', 'proposal id'],
  title: ['titulo', 'title', 'charla', 'nombre de la charla', 'session', 'session title', 'proposal title', 'tema de la charla'],
  day: ['dia', 'fecha', 'day', 'date', 'start date', 'scheduled at date'],
  startTime: ['inicio', 'hora de inicio', 'hora', 'start', 'start time', 'starts at', 'scheduled at'],
  endTime: ['fin', 'hora de fin', 'end', 'end time', 'ends at'],
  duration: ['duracion', 'duration', 'minutos', 'scheduled duration'],
  room: ['sala', 'escenario', 'salon', 'room', 'stage', 'lugar'],
  isPlenary: ['para todos', 'plenaria', 'plenary'],
  speakers: ['speakers', 'speaker', 'ponente', 'ponentes', 'expositor', 'owner', 'speaker names', 'quien', 'nombre'],
  company: ['empresa', 'company', 'organizacion'],
  position: ['cargo', 'puesto', 'tagline', 'position', 'job title'],
  bio: ['biografia', 'bio', 'biography', 'speaker bio'],
  photo: ['foto', 'photo', 'picture', 'profile picture', 'avatar'],
  language: ['idioma', 'language'],
  level: ['nivel', 'level'],
  track: ['tema', 'track', 'categoria', 'topic'],
  description: ['descripcion', 'description', 'abstract', 'resumen'],
}

/** Rows of a CSV: with commas, semicolons or tabs; also those in which nothing is. Throws Unreadable where it is none. */
export function csvRows(data: string): Cell[][] {
  const [first = ''] = data.split(/\r?\n/, 1)
  const count = (separator: string) => first.split(separator).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0]
  try {
    return parse(data, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 200_000,
    })
  } catch {
    throw new Unreadable('No se pudo leer como tabla: revisa que las comillas cierren.')
  }
}

const isFilled = (cell: Cell) => typeof cell !== 'string' || cell.trim() !== ''

/** The headings of a table, which are its first row that is not empty, and those after it, each with the number that a spreadsheet shows. */
export function partsOf(rows: readonly Cell[][]): { headings: string[]; body: { number: number; row: Cell[] }[] } {
  const filled = rows.map((row, index) => ({ number: index + 1, row })).filter(({ row }) => row.some(isFilled))
  const [head, ...body] = filled
  return { headings: (head?.row ?? []).map((cell) => (typeof cell === 'string' ? cell.trim() : '')), body }
}

/**
 * What each column is: as is said, or by its heading, in lower case and without accents among the `names` of the `fields`. Throws
 * Unreadable where they are too many.
 */
export function columnsOf<F extends string>(
  headings: readonly string[],
  said: Columns = {},
  fields: readonly F[],
  names: Record<F, readonly string[]>,
): Columns {
  const count = headings.filter(Boolean).length
  if (count > limits.columns) throw new Unreadable(`La tabla tiene ${count} columnas; caben ${limits.columns}.`)
  const taken = new Set(Object.values(said))
  return Object.fromEntries(
    headings.map((heading) => {
      const known = said[heading]
      if (known !== undefined) return [heading, (fields as readonly string[]).includes(known) ? known : '']
      const name = fold(heading).replace(/[*:]/g, '').trim()
      const field = fields.find((one) => !taken.has(one) && (one.toLowerCase() === name || names[one].includes(name)))
      if (field) taken.add(field)
      return [heading, field ?? '']
    }),
  )
}

/** Reads a table with a row for each talk. Throws Unreadable when it has no titles. */
export function readTable(rows: Cell[][], timeZone: string, said?: Columns): SourceFile {
  const { headings, body } = partsOf(rows)
  const columns = columnsOf(headings, said, tableFields, known)
  const at = (field: TableField) => headings.findIndex((heading) => columns[heading] === field)
  const index = Object.fromEntries(tableFields.map((field) => [field, at(field)])) as Record<TableField, number>
  if (index.title < 0) throw new Unreadable('Ninguna columna dice el título: di cuál es, o pon «Título» en la primera fila.')
  const isOwn = headings.join() === ownHeadings
  const plain = isOwn ? (written: string) => written : plainFromHtml
  const clock = clockIn(timeZone)
  const rooms = new Map<string, SourceRoom>()
  const speakers = new Map<string, SourceSpeaker>()
  const talks = body.map(({ row, number }): SourceTalk => {
    const problems: string[] = []
    const text = (field: TableField): string => {
      const cell = index[field] < 0 ? '' : (row[index[field]] ?? '')
      if (typeof cell === 'string' && !isFormula(cell)) return withoutEscapes(cell).trim()
      problems.push(`«${headings[index[field]]}» tiene una fórmula: escribe su valor.`)
      return ''
    }
    const has = (field: TableField) => index[field] >= 0
    const title = text('title')
    const names = text('speakers')
      .split(/\s*[;\n]\s*/)
      .filter(Boolean)
    for (const name of names) {
      if (speakers.has(name)) continue
      const alone = names.length === 1
      speakers.set(name, {
        key: name.slice(0, 255),
        problems: [],
        name,
        ...(alone && has('company') && { company: text('company') }),
        ...(alone && has('position') && { title: text('position') }),
        ...(alone && has('bio') && { bio: plainFromHtml(text('bio')) }),
        ...(alone && text('photo') && { photo: text('photo') }),
      })
    }
    const room = text('room')
    if (room && !rooms.has(room)) rooms.set(room, { key: room.slice(0, 255), name: room, problems: [] })
    const when = whenInRow(text, clock)
    const isPlenary = /^(si|yes|true|1|x|verdadero)$/.test(fold(text('isPlenary')))
    const start = when ? '' : text('startTime')
    if (start !== '') problems.push(`El día y la hora «${start}» no se entienden: escribe una hora como 09:00.`)
    else if (!when) problems.push(unscheduled)
    if (title === '') problems.push(`Es la fila ${number} de la tabla.`)
    return {
      key: text('key') || keyFrom(title, names),
      problems,
      title,
      ...(when ?? { day: '', startTime: '', endTime: '' }),
      room: room.slice(0, 255),
      speakers: names.map((name) => name.slice(0, 255)),
      isPlenary: isPlenary || room === '',
      ...(has('description') && { description: plain(text('description')) }),
      ...(has('language') && { language: text('language') }),
      ...(has('level') && { level: text('level') }),
      ...(has('track') && { track: text('track') }),
    }
  })
  return arranged({ speakers: [...speakers.values()], rooms: [...rooms.values()], talks, columns }, isOwn)
}

/** Where no column is the key, a talk is the same while its title and speakers are. */
const keyFrom = (title: string, names: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([fold(title), names.map(fold)]))
    .digest('hex')
    .slice(0, 32)

function whenInRow(text: (field: TableField) => string, clock: ReturnType<typeof clockIn>) {
  const [day, start, end] = [isoDay(text('day')), text('startTime'), text('endTime')]
  const from = /\d{4}-\d\d-\d\d/.test(start) ? start : day && clockTime(start) ? `${day}T${clockTime(start)}` : ''
  if (from === '') return null
  const date = from.slice(0, 10)
  const to = /\d{4}-\d\d-\d\d/.test(end) ? end : clockTime(end) ? endOn(date, from, clockTime(end)) : ''
  const written = text('duration')
  const minutes = minutesOf(/^\d+$/.test(written) ? Number(written) : written)
  return whenOf(clock, from, to || (minutes ? later(from, minutes) : null))
}

/** An end that is not after its start is one of the night that follows. */
function endOn(day: string, from: string, time: string): string {
  return time > from.slice(11, 16) ? `${day}T${time}` : later(`${day}T${time}`, 24 * 60)
}

/** A day as yyyy-MM-dd, from that or dd/MM/yyyy. */
function isoDay(text: string): string {
  const iso = /^(\d{4}-\d\d-\d\d)/.exec(text)?.[1]
  if (iso) return iso
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  return year === '' ? '' : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** A clock time as HH:mm, from '9:00', '09:00:00', '9:00 a. m.' or '2 pm'. */
function clockTime(text: string): string {
  const [, hours, minutes = '00', half = ''] =
    /^(\d{1,2})(?:[:.h](\d\d))?(?::\d\d)?\s*([ap])?\.?\s?m?\.?$/i.exec(text.trim()) ?? []
  if (hours === undefined || (minutes === '00' && half === '' && !/[:.h]/.test(text))) return ''
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hour > 23 || Number(minutes) > 59 ? '' : `${String(hour).padStart(2, '0')}:${minutes}`
}
