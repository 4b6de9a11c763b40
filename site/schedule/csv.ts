import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '../../data/formulas.ts'
import { memoized } from '../../data/memo.ts'
import { xmlText } from '../../data/text.ts'
import { type ExportedTalk, everywhere, linkTitles, type Programme } from './programme.ts'

const columns = [
  ...['Clave', 'Título', 'Día', 'Inicio', 'Fin', 'Sala', 'Para todos'],
  ...['Speakers', 'Idioma', 'Nivel', 'Tema', 'Descripción', linkTitles.slides, linkTitles.recording],
]

const form = { record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const

/** UTF-8 with a byte order mark, for Excel. Texts that begin like a formula are escaped. */
export function scheduleCsv({ days }: Programme): string {
  return stringify([columns], { ...form, bom: true }) + days.flatMap(({ talks }) => talks.map(rowOf)).join('')
}

const rowOf = memoized(({ guid, day, room, endDate, persons, ...talk }: ExportedTalk): string => {
  const cells = [
    guid,
    talk.title,
    day,
    talk.startTime,
    endDate.slice(11, 16),
    room.name === everywhere ? '' : room.name,
    talk.isPlenary ? 'Sí' : 'No',
    // Semicolons separate names, so a name must not contain one.
    persons.map(({ name }) => name.replaceAll(';', ',')).join('; '),
    talk.language,
    talk.level,
    talk.track,
    talk.description,
    talk.slidesUrl,
    talk.recordingUrl,
  ]
  return stringify([cells.map((text) => escapeFormula(xmlText(text)))], form)
})
