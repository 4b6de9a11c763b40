import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addRegistration } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'

async function exported(query = '') {
  const app = await createTestApp()
  addRegistration(app.db, { name: 'José Pérez', email: 'jose@ejemplo.gt' }, '2025-06-01T12:00:00.000Z')
  addRegistration(app.db, { name: '=HYPERLINK("http://evil.gt")', email: 'evil@ejemplo.gt' }, '2025-06-02T12:00:00.000Z')
  const maria = {
    name: 'María',
    email: 'maria@ejemplo.gt',
    company: 'Café, S.A.',
    phone: '+502 5555 1234',
    acceptsMarketing: true,
  }
  addRegistration(app.db, maria, '2025-06-03T03:00:00.000Z')
  app.db.exec("UPDATE registrations SET isConfirmed = 1 WHERE name = 'María'")
  return call(app, `GET /api/registrations/export${query}`, { cookie: await signIn(app) })
}

test('the export is a CSV that Excel opens: byte order mark, the columns of the panel, newest first', async () => {
  const answer = await exported()
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const bytes = Buffer.from(await answer.bytes())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(parse(bytes, { bom: true })).toEqual([
    ['Nombre', 'Email', 'Empresa', 'Cargo', 'Teléfono', 'Fecha de Registro', 'Confirmado', 'Marketing'],
    ['María', 'maria@ejemplo.gt', 'Café, S.A.', '', '+502 5555 1234', '02/06/2025 21:00', 'Sí', 'Sí'],
    [`'=HYPERLINK("http://evil.gt")`, 'evil@ejemplo.gt', '', '', '', '02/06/2025 06:00', 'No', 'No'],
    ['José Pérez', 'jose@ejemplo.gt', '', '', '', '01/06/2025 06:00', 'No', 'No'],
  ])
})

test.each([
  ['?search=jose', ['José Pérez']],
  ['?status=confirmed', ['María']],
  ['?status=pending&search=maria', []],
])('the export%s holds what the filtered list shows', async (query, names) => {
  const rows = parse(Buffer.from(await (await exported(query)).bytes()), { bom: true, from: 2 })
  expect(rows.map(([name]) => name)).toEqual(names)
})

test("the file is named after the day in the event's zone, not after the machine's", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-06-10T03:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  const answer = await exported()
  await answer.text()
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="registros_conferencia_2025-06-09.csv"')
})
