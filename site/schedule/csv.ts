import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '../../data/formulas.ts'
import { xmlText } from '../../data/text.ts'
import { everywhere, type Programme } from './programme.ts'

const columns = [
  ...['Clave', 'Título', 'Día', 'Inicio', 'Fin', 'Sala', 'Para todos'],
  ...['Speakers', 'Idioma', 'Nivel', 'Tema', 'Descripción'],
]

/** The programme as a table: a row for each session, UTF-8 with the mark that Excel looks for. A spreadsheet runs nothing in it. */
export function scheduleCsv({ days }: Programme): string {
  const rows = days.flatMap(({ day, talks }) =>
    talks.map(({ guid, room, endDate, persons, ...talk }) => [
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
    ]),
  )
  const cells = rows.map((row) => row.map((text) => escapeFormula(xmlText(text))))
  return stringify([columns, ...cells], { bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}
