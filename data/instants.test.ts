import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deadlineRules, mendRecords, pastColumns, unboundedColumns } from './instants.ts'
import { addRegistration, memoryDb } from './testing.ts'
import { dayMs, minuteMs } from './time.ts'

/** Leaves out the tables of the door, which have rules of their own. `registrations.arrivedAt` is computed from `arrivals`. */
const elsewhere = /^(arrivals|door\w+|roomReports)$/
const noInstant = new Set(['registrations.arrivedAt'])

const named = [
  ...deadlineRules.map(({ table, column }) => `${table}.${column}`),
  ...[pastColumns, unboundedColumns].flatMap((kind) =>
    Object.entries(kind).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
  ),
]

test('each time column has a rule for dates in the future, and a row in SECURITY.md', () => {
  const db = memoryDb()
  const columns = db
    .prepare<[], string>(
      "SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table' ORDER BY 1",
    )
    .pluck()
    .all()
    .filter((column) => /(\.at|[a-z]At|_at|Date|\.expire|Step)$/.test(column))
    .filter((column) => !elsewhere.test(column.split('.')[0] ?? '') && !noInstant.has(column))
  expect([...new Set(named)].toSorted()).toEqual(columns)
  const security = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8')
  expect(columns.filter((column) => !security.includes(`\`${column}\``))).toEqual([])
})

test('moves stored times in the far future back to the present, and keeps their order', () => {
  const db = memoryDb()
  const now = Date.parse('2027-03-01T12:00:00.000Z')
  const later = (ms: number) => new Date(now + ms).toISOString()
  const people = [later(-dayMs), later(2 * minuteMs), later(9 * dayMs), later(10 * dayMs)]
  for (const [index, at] of people.entries()) addRegistration(db, { email: `${index}@ejemplo.gt` }, at)
  db.prepare("INSERT INTO audit (at, action) VALUES (?, 'signed-in')").run(later(9 * dayMs))
  expect(mendRecords(db, now)).toBe(2)
  expect(db.prepare('SELECT registrationDate FROM registrations ORDER BY registrationDate').pluck().all()).toEqual([
    later(-dayMs),
    later(-1),
    later(0),
    later(2 * minuteMs),
  ])
  expect(db.prepare('SELECT at FROM audit').pluck().all()).toEqual([later(-1)])
  expect(mendRecords(db, now)).toBe(0)
})

test("changes no stored times if the server's clock itself is obviously wrong", () => {
  const db = memoryDb()
  addRegistration(db, {}, '2027-03-01T12:00:00.000Z')
  expect(mendRecords(db, Date.parse('2000-01-01T00:00:00Z'))).toBe(0)
})
