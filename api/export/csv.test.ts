import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { escapeFormula } from '../../data/formulas.ts'
import type { Registration } from '../../data/registrations/schema.ts'
import { formulas } from '../../tests/hardening/hostile.ts'
import { registrationsCsv } from './csv.ts'

const jose: Registration = {
  id: '1',
  name: 'José Pérez',
  email: 'jose@ejemplo.gt',
  company: 'Café, Ñandú & "Hijos"',
  position: 'CTO',
  phone: '+502 5555 1234',
  acceptsMarketing: true,
  consentText: null,
  consentDate: null,
  registrationDate: '2025-11-21T05:30:00.000Z',
  isConfirmed: false,
  notes: 'Llego tarde',
  staffNotes: 'Es ponente',
  status: 'registered',
  arrivedAt: null,
  door: null,
  isWalkIn: false,
  importedFrom: '',
  unconfirmedAt: null,
  passedTo: '',
  passedFrom: '',
  placeLink: '',
  answers: {},
  questionTexts: {},
}

async function csv(registrations: Registration[], timeZone = 'America/Guatemala'): Promise<string> {
  // Reads a buffer, because text() would drop the byte order mark.
  return (await buffer(registrationsCsv(registrations, timeZone))).toString('utf8')
}

const header =
  '\uFEFFNombre,Email,Empresa,Cargo,Teléfono,Fecha de Registro,Confirmado,Marketing,Estado,Comentarios,Notas,Llegó,Puerta\r\n'

test('writes CSV lines for Excel, with quotes, and with dates and hours of Guatemala', async () => {
  expect(await csv([jose])).toBe(
    `${header}José Pérez,jose@ejemplo.gt,"Café, Ñandú & ""Hijos""",CTO,+502 5555 1234,20/11/2025 23:30,No,Sí,Con lugar,Llego tarde,Es ponente,,\r\n`,
  )
})

test('reading an exported CSV file returns the unchanged values', async () => {
  const rows = parse(await csv([jose, { ...jose, isConfirmed: true, acceptsMarketing: false }]), { bom: true })
  const people = [jose.name, jose.email, jose.company, jose.position, jose.phone, '20/11/2025 23:30']
  const later = ['Con lugar', 'Llego tarde', 'Es ponente', '', '']
  expect(rows.slice(1)).toEqual([
    [...people, 'No', 'Sí', ...later],
    [...people, 'Sí', 'No', ...later],
  ])
})

test.each(['Labs\nUno', 'Labs\rUno'])('a CSV cell with the line break %j stays one cell', async (company) => {
  const [, cells, ...more] = parse(await csv([{ ...jose, company }]), { bom: true })
  expect([cells?.[2], more]).toEqual([company, []])
})

const separators = [';', '\t', '|', '\r', '\n', '\r\n']

test.each([',', ';', '\t', '|'])(
  'no CSV cell begins with a formula, even in programs that split cells at %j',
  async (delimiter) => {
    const texts = formulas.flatMap((formula) =>
      separators.flatMap((separator) => ['', '"', ' "', '\0'].map((hidden) => `Ana${separator}${hidden}${formula}`)),
    )
    const people = texts.map((text) => ({ ...jose, name: text, company: text, phone: text, notes: text }))
    const lenient = { delimiter, bom: true, relax_quotes: true, relax_column_count: true } as const
    // Unless the delimiter is a comma, some programs read a quote within a cell as an ordinary character.
    const readings = [
      parse(await csv(people), lenient),
      ...(delimiter === ',' ? [] : [parse(await csv(people), { ...lenient, quote: null })]),
    ]
    // Phone numbers such as +502 5555 1234 are harmless formulas.
    const cells = readings.flat(2).filter((cell) => cell !== jose.phone)
    expect(cells.length).toBeGreaterThan(texts.length)
    expect(cells.filter((cell) => /^["\s\0]*[=+\-@|%＝＋－＠]/.test(cell))).toEqual([])
  },
)

test('a CSV export fails if an error stops the reading of the database', async () => {
  function* broken() {
    yield jose
    throw new Error('database is locked')
  }
  await expect(buffer(registrationsCsv(broken(), 'America/Guatemala'))).rejects.toThrow('database is locked')
})

test('an empty CSV export has a header row', async () => {
  expect(await csv([])).toBe(header)
})

test('a CSV export shows dates in the time zone of the event', async () => {
  expect(await csv([{ ...jose, company: '', position: '' }], 'Asia/Tokyo')).toContain(',21/11/2025 14:30,')
})

test.each(formulas)('puts an apostrophe before the CSV text %j, so that no spreadsheet runs it as a formula', async (text) => {
  const escaped = escapeFormula(text)
  expect([escaped[0], escaped.replaceAll("'", '')]).toEqual(["'", text.replaceAll("'", '')])
  const [, cells] = parse(await csv([{ ...jose, name: text, company: text, position: text }]), { bom: true })
  expect([cells?.[0], cells?.[2], cells?.[3]]).toEqual([escaped, escaped, escaped])
})

test.each(['José', '5 = cinco', 'a@b.gt', "O'Higgins", 'uno; dos', 'Labs\nUno', 'sí, +502 5555 1234', ''])(
  'adds no apostrophe to the CSV text %j',
  (text) => {
    expect(escapeFormula(text)).toBe(text)
  },
)

test.each([
  ['+502 5555 1234', '+502 5555 1234'],
  ['+502 (5555) 12-34', '+502 (5555) 12-34'],
  ['55551234', '55551234'],
  ['', ''],
  ['=1+1', "'=1+1"],
  ['+502+A1', "'+502+A1"],
  ['+cmd|x', "'+cmd|x"],
  ['5555 1234; 5555-4321', '5555 1234; 5555-4321'],
])('exports the phone number %j as %j', async (phone, cell) => {
  const [, cells] = parse(await csv([{ ...jose, phone }]), { bom: true })
  expect(cells?.[4]).toBe(cell)
})

test('sends a large CSV export in chunks', async () => {
  let made = 0
  function* many() {
    for (; made < 100_000; made++) yield jose
  }
  const parts = registrationsCsv(many(), 'America/Guatemala')
  await parts.next()
  expect(made).toBeLessThan(10_000)
  await parts.return(null)
})

test.each([0, 1, 99, 100, 101, 1000])('a CSV export contains each of %i registrations once', async (amount) => {
  const registrations = Array.from({ length: amount }, (_, index) => ({ ...jose, email: `${index}@ejemplo.gt` }))
  const rows = parse(await csv(registrations), { bom: true })
  expect(rows.slice(1).map(([, email]) => email)).toEqual(registrations.map(({ email }) => email))
})
