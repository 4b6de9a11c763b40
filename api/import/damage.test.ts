import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { rounds } from '../../tests/support/full.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import { csvSheet } from './csv.ts'
import { readPeople } from './read-people.ts'
import { readTable } from './read-table.ts'
import { xlsxSheets } from './read-xlsx.ts'
import type { Sheet } from './table.ts'

const place = { timeZone: 'America/Guatemala', eventDay: '2027-03-05' }

const kinds = {
  programme: {
    headings: ['Título', 'Día', 'Inicio', 'Fin', 'Duración', 'Sala', 'Ponentes', 'Descripción'],
    intact: (at: number) => [`Charla ${at}`, '2027-03-05', '9:00', '9:45', '45', 'Ceiba', 'Ana Batz', 'Un texto, con coma.'],
    readable: (sheets: Sheet[]) => {
      const { talks } = readTable(sheets, place)
      return talks.filter(({ problems }) => problems.length === 0).map(({ title }) => title)
    },
    name: (at: number) => `Charla ${at}`,
    path: 'POST /api/import/preview',
  },
  people: {
    headings: ['Nombre', 'Apellidos', 'Correo', 'Empresa', 'Estado', 'Notas'],
    intact: (at: number) => ['Ana', `Batz ${at}`, `ana${at}@ejemplo.gt`, 'Telas', 'Confirmado', ''],
    readable: (sheets: Sheet[]) => {
      const { people } = readPeople(sheets)
      return people.filter(({ problems, doubts }) => problems.length + doubts.length === 0).map(({ name }) => name)
    },
    name: (at: number) => `Ana Batz ${at}`,
    path: 'POST /api/registrations/import/preview',
  },
} as const

const strange = fc.oneof(
  fc.constantFrom(
    '',
    '"',
    '""',
    '"x',
    'x"',
    '"x" y',
    '\ufffd',
    '\0',
    'JosÃ©',
    '=1+1',
    '#REF!',
    '9e99',
    '-1',
    '99:99',
    '2027-02-30',
  ),
  fc.constantFrom(
    '0000-00-00T00:00',
    '1e400',
    '24:00 - 25:00',
    '999999:59',
    '+275760-09-13',
    '12:00 m.',
    '__proto__',
    ',,,,"',
    ';\t|',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.constantFrom('"', ',', '\n', '\r', 'a', '1', ':', ' '), { maxLength: 12 }).map((letters) => letters.join('')),
)

const damagedRow = (width: number) => fc.array(strange, { minLength: 1, maxLength: width + 3 })

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const tableOf = (width: number) => fc.array(damagedRow(width), { minLength: 1, maxLength: 6 })

function csvOf({ headings, intact }: (typeof kinds)[keyof typeof kinds], damaged: string[][]): { data: string; count: number } {
  const lines = damaged.flatMap((cells, at) => [
    intact(at * 2)
      .map(quoted)
      .join(','),
    cells.join(','),
    intact(at * 2 + 1)
      .map(quoted)
      .join(','),
  ])
  return { data: [headings.join(','), ...lines, ''].join('\r\n'), count: damaged.length * 2 }
}

test.each(['programme', 'people'] as const)('reads the undamaged rows of a damaged CSV file (%s)', (kind) => {
  const { headings, readable, name } = kinds[kind]
  fc.assert(
    fc.property(tableOf(headings.length), (damaged) => {
      const { data, count } = csvOf(kinds[kind], damaged)
      const names = readable([csvSheet(data)])
      expect(names).toEqual(expect.arrayContaining(Array.from({ length: count }, (_, at) => name(at))))
    }),
    { numRuns: rounds(300, 20_000) },
  )
})

const strangeValue = fc.oneof(
  strange,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true, min: new Date(-1e14), max: new Date(1e14) }),
)

/** Replaces characters that XML cannot contain: control characters and halves of surrogate pairs. */
const inXml = <T>(value: T) =>
  typeof value === 'string'
    ? value.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
    : value

test.each(['programme', 'people'] as const)('reads the undamaged rows of a damaged workbook (%s)', async (kind) => {
  const { headings, intact, readable, name } = kinds[kind]
  const table = fc.array(fc.array(strangeValue, { minLength: 1, maxLength: headings.length + 3 }), { minLength: 1, maxLength: 6 })
  const property = fc.asyncProperty(table, async (damaged) => {
    const rows = [[...headings], ...damaged.flatMap((row, at) => [intact(at * 2), row.map(inXml), intact(at * 2 + 1)])]
    const cells = new Map(damaged.map((_, at) => [`${at * 3 + 2},0`, { formula: 'NOW()', value: null }]))
    const bytes = await writeXlsx({ sheets: [{ name: 'x', rows, cells }] })
    const names = readable(await xlsxSheets(Buffer.from(bytes).toString('base64')))
    expect(names).toEqual(expect.arrayContaining(Array.from({ length: damaged.length * 2 }, (_, at) => name(at))))
  })
  await fc.assert(property, { numRuns: rounds(60, 3_000) })
})

test.each(['programme', 'people'] as const)('reads any randomly damaged table without an error (%s)', async (kind) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const { headings, path } = kinds[kind]
  const property = fc.asyncProperty(tableOf(headings.length), async (damaged) => {
    const { data, count } = csvOf(kinds[kind], damaged)
    const answer = await call(app, path, { cookie, json: { source: 'csv', data } })
    const { rows } = await answer.json()
    expect(answer.status).toBe(200)
    expect(rows.filter(({ problems }: { problems: string[] }) => problems.length === 0).length).toBeGreaterThanOrEqual(count)
  })
  await fc.assert(property, { numRuns: rounds(3, 100) })
})
