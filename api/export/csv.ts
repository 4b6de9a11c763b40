import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { QuestionColumn } from '../../data/registrations/answers/counts.ts'
import type { RegistrationUse } from '../../data/registrations/registrations.ts'
import type { Registration } from '../../data/registrations/schema.ts'
import { columnsWith, exportRows } from './export-rows.ts'

export const quoting = { record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const

/**
 * Writing single rows would leave ten times the garbage in memory. 500 rows do not fit into the young generation of V8, and would need
 * four times the memory.
 */
const rowsAtOnce = 100

/** Yields UTF-8 with a byte order mark (RFC 4180). If `use` is missing, the file has all columns. */
export async function* registrationsCsv(
  registrations: Iterable<Registration>,
  timeZone: string,
  questions: readonly QuestionColumn[] = [],
  use?: RegistrationUse,
): AsyncGenerator<Uint8Array> {
  const columns = columnsWith(questions, use)
  yield Buffer.from(stringify([columns.map(({ header }) => header)], { ...quoting, bom: true }))
  const rowOf = exportRows(columns, timeZone)
  let rows: string[][] = []
  for (const registration of registrations) {
    rows.push(rowOf(registration))
    if (rows.length < rowsAtOnce) continue
    yield Buffer.from(stringify(rows, quoting))
    rows = []
    await nextTurn()
  }
  if (rows.length > 0) yield Buffer.from(stringify(rows, quoting))
}
