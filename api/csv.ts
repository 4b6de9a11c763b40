import { Readable } from 'node:stream'
import { TZDate } from '@date-fns/tz'
import { stringify } from 'csv-stringify'
import { format } from 'date-fns/format'
import type { Registration } from '../data/schema.ts'

const columns = ['Nombre', 'Email', 'Empresa', 'Cargo', 'Teléfono', 'Fecha de Registro', 'Confirmado', 'Marketing']

/** The file's name, with today's date in `timeZone`. */
export function csvName(timeZone: string): string {
  return `registros_conferencia_${format(new TZDate(Date.now(), timeZone), 'yyyy-MM-dd')}.csv`
}

/** A stream of CSV that Excel reads: UTF-8 with BOM, RFC 4180 quoting, dates as dd/MM/yyyy HH:mm in `timeZone`. */
export function registrationsCsv(registrations: Iterable<Registration>, timeZone: string): ReadableStream<Uint8Array> {
  const csv = stringify({ bom: true, header: true, record_delimiter: 'windows', columns, quoted_match: /[\r\n]/ })
  // compose, not pipe: an error while reading fails this response instead of ending the process.
  return Readable.toWeb(Readable.from(rows(registrations, timeZone)).compose(csv)) as ReadableStream<Uint8Array>
}

function* rows(registrations: Iterable<Registration>, timeZone: string): Generator<string[]> {
  for (const { name, email, company, position, phone, registrationDate, isConfirmed, acceptsMarketing } of registrations) {
    yield [
      ...[name, email, company, position].map(harmless),
      phoneLike.test(phone) ? phone : harmless(phone),
      format(new TZDate(registrationDate, timeZone), 'dd/MM/yyyy HH:mm'),
      yesOrNo(isConfirmed),
      yesOrNo(acceptsMarketing),
    ]
  }
}

/** A number in a phone's usual characters is no formula that could do anything: it keeps its leading +. */
const phoneLike = /^\+?[\d\s().-]*$/

/**
 * A text that a spreadsheet would run as a formula gets a leading apostrophe. The first characters are those of
 * https://owasp.org/www-community/attacks/CSV_Injection with NUL, | and %, and their full-width
 * twins; blanks in front do not hide them.
 */
export function harmless(text: string): string {
  return /^[\t\r\n\0]|^\s*[=+\-@|%＝＋－＠]/.test(text) ? `'${text}` : text
}

const yesOrNo = (value: boolean) => (value ? 'Sí' : 'No')
