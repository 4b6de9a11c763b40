import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '../../data/formulas.ts'
import { keptFor } from '../../data/memo.ts'
import { xmlText } from '../../data/text.ts'
import { type ExportedTalk, everywhere, type Programme } from './programme.ts'

const columns = [
  ...['Clave', 'Título', 'Día', 'Inicio', 'Fin', 'Sala', 'Para todos'],
  ...['Speakers', 'Idioma', 'Nivel', 'Tema', 'Descripción'],
]

const form = { record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const

/** The programme as a table: a row for each session, UTF-8 with the mark that Excel looks for. A spreadsheet runs nothing in it. */
export function scheduleCsv({ days }: Programme): string {
  return stringify([columns], { ...form, bom: true }) + days.flatMap(({ talks }) => talks.map(rowOf)).join('')
}

const rowOf = keptFor(({ guid, day, room, endDate, persons, ...talk }: ExportedTalk): string => {
  const cells = [
    guid,
    talk.title,
    day,
    talk.startTime,
    endDate.slice(11, 16),
    room.name === everywhere ? '' : room.name,
    talk.isPlenary ? 'Sí' : 'No',
    // A name with the separator in it would be two.
    persons.map(({ name }) => name.replaceAll(';', ',')).join('; '),
    talk.language,
    talk.level,
    talk.track,
    talk.description,
  ]
  return stringify([cells.map((text) => escapeFormula(xmlText(text)))], form)
})
