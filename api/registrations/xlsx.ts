import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Registration } from '../../data/registrations/schema.ts'
import { xmlText } from '../../data/text.ts'
import { exportColumns, exportRow } from './export-rows.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const rowsAtOnce = 100

/**
 * A stream of an Excel workbook with the rows of the CSV, all of them texts; its memory does not grow with their number.
 * `ended` is called when it was read to its end, or given up.
 */
export function registrationsXlsx(
  registrations: Iterable<Registration>,
  timeZone: string,
  ended: () => void = () => {},
): ReadableStream<Uint8Array> {
  const columns = exportColumns.map((header) => ({ header, width: 24 }))
  const workbook = writeXlsxStream(rows(registrations, timeZone), { name: 'Registros', columns, freezePane: { rows: 1 } })
  const stream = Readable.fromWeb(workbook as Parameters<typeof Readable.fromWeb>[0], { objectMode: false }).once('close', ended)
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}

async function* rows(registrations: Iterable<Registration>, timeZone: string): AsyncGenerator<string[]> {
  let count = 0
  for (const registration of registrations) {
    yield exportRow(registration, timeZone).map(xmlText)
    count += 1
    // Lets other requests run.
    if (count % rowsAtOnce === 0) await nextTurn()
  }
}
