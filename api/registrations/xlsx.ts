import { setImmediate as nextTurn } from 'node:timers/promises'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Registration } from '../../data/registrations/schema.ts'
import { xmlText } from '../../data/text.ts'
import { exportColumns, exportRows } from './export-rows.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const rowsAtOnce = 100

export function registrationsXlsx(registrations: Iterable<Registration>, timeZone: string): AsyncIterable<Uint8Array> {
  const columns = exportColumns.map(({ header }) => ({ header, width: 24 }))
  return writeXlsxStream(rows(registrations, timeZone), { name: 'Registros', columns, freezePane: { rows: 1 } })
}

async function* rows(registrations: Iterable<Registration>, timeZone: string): AsyncGenerator<string[]> {
  const rowOf = exportRows(exportColumns, timeZone)
  let count = 0
  for (const registration of registrations) {
    yield rowOf(registration).map(xmlText)
    count += 1
    if (count % rowsAtOnce === 0) await nextTurn()
  }
}
