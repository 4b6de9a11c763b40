import { createHash } from 'node:crypto'
import {
  type SourceFile,
  type SourceRoom,
  type SourceSpeaker,
  type SourceTalk,
  type TableChoice,
  type TableField,
  tableFields,
} from '../../data/import/source.ts'
import { fold } from '../../data/text.ts'
import { unscheduled } from './messages.ts'
import { peopleInCells } from './people-in-cell.ts'
import { isFilled, type Recognition, type Row, type Sheet, type Table, understand } from './table.ts'
import { arranged } from './talks.ts'
import { joined, plainFromHtml } from './texts.ts'
import { type Clock, clockIn, later, minutesOf, noTime, type When, whenOf } from './times.ts'
import { type WrittenMoment, writtenDay, writtenMoment } from './written-times.ts'

/** Headings of our own `/schedule.csv`. */
const firstOwnHeadings = 'Clave,Título,Día,Inicio,Fin,Sala,Para todos,Speakers,Idioma,Nivel,Tema,Descripción'
/** In files of earlier versions, the description is the last column. */
const ownHeadings = [firstOwnHeadings, `${firstOwnHeadings},Diapositivas,Grabación`]

const anyDay = '2000-01-01'

const momentIn = (text: string) => writtenMoment(text, anyDay, 'time')
const hasHours = (text: string) => (momentIn(text)?.start ?? '') !== ''
const hasDay = (text: string) => writtenMoment(text, anyDay, 'day')?.day != null

const isAddress = (text: string) => /^https?:|^(www\.)?[\w-]+\.[\w.-]+\//.test(text)

const recognition: Recognition<TableField> = {
  fields: tableFields,
  names: {
    key: 'clave|key|id|guid|codigo|code|session id|proposal id',
    title:
      'titulo|title|charla|nombre de la charla|titulo de la charla|session|session title|proposal title|tema de la charla|' +
      'actividad|nombre de la actividad|sesion|ponencia|conferencia|platica|talk|talk title|activity|evento|event',
    day: 'dia|fecha|day|date|start date|scheduled at date',
    startTime: 'inicio|hora de inicio|hora|horario|start|start time|starts at|scheduled at',
    endTime: 'fin|hora de fin|hora fin|final|end|end time|ends at',
    duration: 'duracion|duration|minutos|scheduled duration',
    room: 'sala|escenario|salon|auditorio|room|stage|lugar',
    isPlenary: 'para todos|plenaria|plenary',
    speakers:
      'speakers|speaker|ponente|ponentes|expositor|expositores|expositora|conferencista|conferencistas|orador|oradores|' +
      'owner|speaker name|speaker names|quien|nombre|presenter',
    company: 'empresa|company|organizacion',
    position: 'cargo|puesto|tagline|tag line|position|job title',
    bio: 'biografia|bio|biography|speaker bio',
    photo: 'foto|photo|picture|profile picture|avatar',
    email: 'correo|correo electronico|email|e mail|mail|speaker email',
    slidesUrl: 'diapositivas|presentacion|slides|slides url',
    recordingUrl: 'grabacion|video|recording|recording url',
    language: 'idioma|language',
    level: 'nivel|level',
    track: 'tema|track|categoria|topic',
    description: 'descripcion|description|abstract|resumen',
  },
  words: {
    bio: /\b(biografia|bio|semblanza)\b/,
    email: /\b(correo|email|e mail)\b/,
    photo: /\b(foto|fotografia|photo|headshot)\b/,
    company: /\b(empresa|company|organizacion)\b/,
    position: /\b(cargo|puesto|job)\b/,
    duration: /\b(duracion|duration)\b/,
    endTime: /\b(fin|final|finaliza|termina|end|ends|hasta)\b/,
    day: /\b(dia|fecha|day|date)\b/,
    startTime: /\b(inicio|inicia|empieza|comienza|hora|horario|start|starts|begins|desde|time)\b/,
    room: /\b(sala|salon|escenario|auditorio|room|stage|ubicacion|venue)\b/,
    speakers: /\b(ponente|expositor|expositora|conferencista|orador|oradora|speaker|presenter|panelista|facilitador)(e?s)?\b/,
    title: /\b(titulo|title)\b|\b(nombre|tema|name) .*\b(charla|ponencia|sesion|actividad|taller|talk|session)\b/,
    language: /\b(idioma|language)\b/,
    description: /\b(descripcion|description|resumen|abstract)\b/,
  },
  looks: {
    day: hasDay,
    startTime: hasHours,
    endTime: hasHours,
    duration: (text) => minutesOf(text) !== null,
    photo: (text) => /^(https?:|\/)/.test(text),
    email: (text) => text.includes('@'),
    slidesUrl: isAddress,
    recordingUrl: isAddress,
    speakers: (text) => !/@|https?:|\d/.test(text),
  },
  byContent: { day: hasDay, startTime: hasHours, endTime: hasHours },
  several: ['speakers', 'description'],
  settle: (guessed, headings) => {
    if (guessed.includes('title')) return
    for (const words of [/^(tema|topic)$/, /^(nombre|name)$/]) {
      const at = headings.findIndex((heading) => words.test(heading))
      if (at < 0) continue
      guessed[at] = 'title'
      return
    }
  },
}

type Place = { timeZone: string; eventDay: string }

/** Talks in a table without days get `eventDay` (yyyy-MM-dd). Throws Unreadable if there is no table. */
export function readTable(sheets: readonly Sheet[], { timeZone, eventDay }: Place, choice: TableChoice = {}): SourceFile {
  const table = understand(sheets, choice, recognition)
  const { columns, about, body } = table
  const isOwn = ownHeadings.includes(Object.keys(columns).join())
  if (!table.has('title')) return { speakers: [], rooms: [], talks: [], columns, table: about, missing: 'title', isOwn }
  const rows = body.filter(({ problem }) => problem === undefined)
  const namesIn = isOwn
    ? (cell: string) => cell.split(/\s*[;\n]\s*/).filter(Boolean)
    : peopleInCells(rows.flatMap((row) => table.read(row, []).texts('speakers')))
  const dayOf = dayReader(table, rows, eventDay)
  const reading = { ...{ table, isOwn, namesIn, eventDay }, clock: clockIn(timeZone), rooms: new Map(), speakers: new Map() }
  const talks = body.flatMap((row): SourceTalk[] => {
    const day = dayOf(row)
    return day === null ? [] : [talkOf(row, day, reading)]
  })
  const [speakers, rooms] = [[...reading.speakers.values()], [...reading.rooms.values()]]
  return arranged({ speakers, rooms, talks, columns, table: about, missing: null }, isOwn)
}

type Reading = {
  table: Table<TableField>
  isOwn: boolean
  namesIn: (cell: string) => string[]
  clock: Clock
  eventDay: string
  rooms: Map<string, SourceRoom>
  speakers: Map<string, SourceSpeaker>
}

function talkOf(row: Row, day: RowDay, reading: Reading): SourceTalk {
  const { table, isOwn, namesIn } = reading
  const problems: string[] = []
  const { text, texts } = table.read(row, problems, isOwn)
  const [title, room] = [text('title'), text('room')]
  const names = [...new Set(texts('speakers').flatMap(namesIn))]
  const when = whenIn(text, day, reading)
  problems.push(...when.problems)
  if (row.problem !== undefined) problems.unshift(row.problem)
  // Skips rows with an unclosed quote, because their names may contain parts of other cells.
  else collect(room, names, text, reading)
  const isPlenary = /^(si|yes|true|1|x|verdadero)$/.test(fold(text('isPlenary')))
  const optionalFields = (['language', 'level', 'track', 'slidesUrl', 'recordingUrl'] as const).filter(table.has)
  return {
    key: text('key') || keyFrom(title, names),
    row: row.number,
    problems: [...new Set(problems)],
    title,
    ...when.moment,
    room: room.slice(0, 255),
    speakers: names.map((name) => name.slice(0, 255)),
    isPlenary: isPlenary || room === '',
    ...(table.has('description') && {
      description: texts('description')
        .map((written) => (isOwn ? written : plainFromHtml(written)))
        .reduce(joined, ''),
    }),
    ...Object.fromEntries(optionalFields.map((field) => [field, text(field)])),
  }
}

/** Ignores company and position if a row has several speakers, because these cells could be about any of them. */
function collect(room: string, names: string[], text: (field: TableField) => string, { table, rooms, speakers }: Reading): void {
  const isAlone = names.length === 1
  for (const name of names) {
    if (speakers.has(name)) continue
    speakers.set(name, {
      key: name.slice(0, 255),
      problems: [],
      name,
      ...(isAlone && table.has('company') && { company: text('company') }),
      ...(isAlone && table.has('position') && { title: text('position') }),
      ...(isAlone && table.has('bio') && { bio: plainFromHtml(text('bio')) }),
      ...(isAlone && text('photo') && { photo: text('photo') }),
      ...(isAlone && text('email') && { email: text('email') }),
    })
  }
  if (room && !rooms.has(room)) rooms.set(room, { key: room.slice(0, 255), name: room, problems: [] })
}

const keyFrom = (title: string, names: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([fold(title), names.map(fold)]))
    .digest('hex')
    .slice(0, 32)

type RowDay = { moment: WrittenMoment | null; problem: string }

const noDay = 'Le falta el día.'
const strangeDay = (text: string) => `«${text}» no se entiende como día: escríbelo como 2026-12-05 o 5/12/2026.`
const strangeTime = (text: string) => `«${text}» no se entiende como hora: escríbela como 09:00.`
const strangeDuration = (text: string) => `«${text}» no se entiende como duración: escribe los minutos, como 45.`

/**
 * A row without a day gets the last day above it. If no row has a day, all get `eventDay`. Returns null for a row that contains
 * only a day.
 */
function dayReader(table: Table<TableField>, rows: readonly Row[], eventDay: string): (row: Row) => RowDay | null {
  const headingDay = (row: Row) => {
    const [cell, ...others] = row.cells.filter(isFilled)
    return others.length === 0 && typeof cell === 'string' && row.problem === undefined ? writtenDay(cell, eventDay) : null
  }
  const dayText = (row: Row) => table.read(row, []).text('day')
  const hasDays = rows.some((row) => dayText(row) !== '' || headingDay(row) !== null)
  const allDay = (day: string) => ({ day, start: '', end: '' })
  let above: RowDay = hasDays ? { moment: null, problem: noDay } : { moment: allDay(eventDay), problem: '' }
  return (row) => {
    const text = row.problem === undefined ? dayText(row) : ''
    const heading = headingDay(row)
    if (text === '' && heading === null) return above
    const moment = heading ? allDay(heading) : writtenMoment(text, eventDay, 'day')
    const isDay = moment !== null && moment.day !== null
    const problem = isDay ? '' : strangeDay(text)
    above = { moment: isDay ? allDay(moment.day ?? '') : null, problem }
    return heading && table.read(row, []).text('title') === '' ? null : { moment: isDay ? moment : null, problem }
  }
}

function whenIn(
  text: (field: TableField) => string,
  { moment, problem }: RowDay,
  { clock, eventDay }: Reading,
): { moment: When; problems: string[] } {
  const [start, end, length] = [text('startTime'), text('endTime'), text('duration')]
  const from = start === '' ? null : momentOf(start, clock, eventDay)
  const to = end === '' ? null : momentOf(end, clock, eventDay)
  const minutes = length === '' ? null : minutesOf(/^\d+$/.test(length) ? Number(length) : length)
  const startTime = from?.start || moment?.start || ''
  const problems = [
    ...(start !== '' && !from?.start ? [strangeTime(start)] : []),
    ...(end !== '' && !to?.start ? [strangeTime(end)] : []),
    ...(length !== '' && minutes === null ? [strangeDuration(length)] : []),
    ...(from?.day || problem === '' || (startTime === '' && problem === noDay) ? [] : [problem]),
  ]
  const date = from?.day ?? moment?.day ?? ''
  if (problems.length === 0 && (startTime === '' || date === '')) problems.push(unscheduled)
  if (problems.length > 0) return { moment: noTime, problems }
  const begin = `${date}T${startTime}`
  const endTime = to?.start || from?.end || moment?.end || ''
  const finish = endTime ? endOn(to?.day ?? date, begin, endTime) : minutes ? later(begin, minutes) : null
  const when = whenOf(clock, begin, finish)
  return when ? { moment: when, problems: [] } : { moment: noTime, problems: [strangeTime(start)] }
}

function momentOf(text: string, clock: Clock, eventDay: string): WrittenMoment | null {
  const exact = /^\d{4}-\d\d-\d\d[T ]\d\d?:\d\d/.test(text) ? clock(text) : null
  return exact ? { day: exact.day, start: exact.time, end: '' } : writtenMoment(text, eventDay, 'time')
}

function endOn(day: string, from: string, time: string): string {
  const isLater = day > from.slice(0, 10) || time > from.slice(11, 16)
  return isLater ? `${day}T${time}` : later(`${day}T${time}`, 24 * 60)
}
