import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TZDate } from '@date-fns/tz'
import { stringify } from 'csv-stringify/sync'
import { format } from 'date-fns/format'
import type { Registration } from '../../data/schema.ts'

const columns = ['Nombre', 'Email', 'Empresa', 'Cargo', 'Teléfono', 'Fecha de Registro', 'Confirmado', 'Marketing']

/** The file's name, with today's date in `timeZone`. */
export function csvName(timeZone: string): string {
  return `registros_conferencia_${format(new TZDate(Date.now(), timeZone), 'yyyy-MM-dd')}.csv`
}

const quoting = { record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const

/** Rows written at a time. One by one they would leave ten times as much garbage to collect. */
const rowsAtOnce = 500

/**
 * A stream of CSV that Excel reads: UTF-8 with BOM, RFC 4180 quoting, dates as dd/MM/yyyy HH:mm in `timeZone`. `ended` is
 * called when it was read to its end, or given up.
 */
export function registrationsCsv(
  registrations: Iterable<Registration>,
  timeZone: string,
  ended: () => void = () => {},
): ReadableStream<Uint8Array> {
  const rows = Readable.from(parts(registrations, timeZone), { objectMode: false }).once('close', ended)
  return Readable.toWeb(rows) as ReadableStream<Uint8Array>
}

async function* parts(registrations: Iterable<Registration>, timeZone: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(stringify([columns], { ...quoting, bom: true }))
  let rows: string[][] = []
  for (const registration of registrations) {
    rows.push(row(registration, timeZone))
    if (rows.length < rowsAtOnce) continue
    yield Buffer.from(stringify(rows, quoting))
    rows = []
    // Lets other requests run.
    await nextTurn()
  }
  if (rows.length > 0) yield Buffer.from(stringify(rows, quoting))
}

function row(registration: Registration, timeZone: string): string[] {
  const { name, email, company, position, phone, registrationDate, isConfirmed, acceptsMarketing } = registration
  return [
    ...[name, email, company, position].map(escapeFormula),
    phoneLike.test(phone) ? phone : escapeFormula(phone),
    format(new TZDate(registrationDate, timeZone), 'dd/MM/yyyy HH:mm'),
    yesOrNo(isConfirmed),
    yesOrNo(acceptsMarketing),
  ]
}

/** A phone number in its usual characters is a harmless formula: it keeps its leading +. */
const phoneLike = /^\+?[\d\s().-]*$/

/**
 * A text that a spreadsheet would run as a formula gets a leading apostrophe. The first characters are those of
 * https://owasp.org/www-community/attacks/CSV_Injection with NUL, | and %, and their full-width
 * twins; blanks in front do not hide them.
 */
export function escapeFormula(text: string): string {
  return /^[\t\r\n\0]|^\s*[=+\-@|%＝＋－＠]/.test(text) ? `'${text}` : text
}

const yesOrNo = (value: boolean) => (value ? 'Sí' : 'No')
