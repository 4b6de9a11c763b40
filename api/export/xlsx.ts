import { setImmediate as nextTurn } from 'node:timers/promises'
import { writeXlsxStream } from 'hucre/xlsx'
import type { QuestionColumn } from '../../data/registrations/answers/counts.ts'
import type { Registration } from '../../data/registrations/schema.ts'
import { xmlText } from '../../data/text.ts'
import { columnsWith, exportRows } from './export-rows.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const rowsAtOnce = 100

export function registrationsXlsx(
  registrations: Iterable<Registration>,
  timeZone: string,
  questions: readonly QuestionColumn[],
): AsyncIterable<Uint8Array> {
  const columns = columnsWith(questions)
  const head = columns.map(({ header }) => ({ header: xmlText(header), width: 24 }))
  return writeXlsxStream(rows(registrations, exportRows(columns, timeZone)), {
    name: 'Registros',
    columns: head,
    freezePane: { rows: 1 },
  })
}

async function* rows(registrations: Iterable<Registration>, rowOf: ReturnType<typeof exportRows>): AsyncGenerator<string[]> {
  let count = 0
  for (const registration of registrations) {
    yield rowOf(registration).map(xmlText)
    count += 1
    if (count % rowsAtOnce === 0) await nextTurn()
  }
}
