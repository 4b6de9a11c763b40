import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { addRegistration, holdClock } from '../../data/testing.ts'
import { formulas } from '../../tests/hardening/hostile.ts'
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

const specified = ['Nombre', 'Email', 'Empresa', 'Cargo', 'Teléfono', 'Fecha de Registro', 'Confirmado', 'Marketing']

test('the CSV for Excel has a byte order mark, eight columns and the newest registrations first', async () => {
  const answer = await exported()
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const bytes = Buffer.from(await answer.bytes())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(parse(bytes, { bom: true })).toEqual([
    specified,
    ['María', 'maria@ejemplo.gt', 'Café, S.A.', '', '+502 5555 1234', '02/06/2025 21:00', 'Sí', 'Sí'],
    [`'=HYPERLINK("http://evil.gt")`, 'evil@ejemplo.gt', '', '', '', '02/06/2025 06:00', 'No', 'No'],
    ['José Pérez', 'jose@ejemplo.gt', '', '', '', '01/06/2025 06:00', 'No', 'No'],
  ])
})

test('the CSV has an optional column only if a listed person has a value for the column', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const people = { Ana: '', Beto: "status = 'cancelled'", Carla: "arrivedAt = '2025-06-01T12:00:00.000Z', door = 'Norte'" }
  for (const [name, change] of Object.entries(people)) {
    addRegistration(app.db, { name, email: `${name}@ejemplo.gt`, comments: name === 'Ana' ? 'Sin gluten' : '' })
    if (change) app.db.exec(`UPDATE registrations SET ${change} WHERE name = '${name}'`)
  }
  const added = async (query: string) => {
    const answer = await call(app, `GET /api/registrations/export?${query}`, { cookie })
    const [headers = [], ...rows] = parse(Buffer.from(await answer.bytes()), { bom: true })
    expect(headers.slice(0, 8)).toEqual(specified)
    return [headers.slice(8), ...rows.map((row) => row.slice(8))]
  }
  expect(await added('search=ana')).toEqual([['Comentarios'], ['Sin gluten']])
  expect(await added('search=beto')).toEqual([['Estado'], ['Cancelado']])
  expect(await added('search=carla')).toEqual([
    ['Llegó', 'Puerta'],
    ['01/06/2025 06:00', 'Norte'],
  ])
  expect((await added(''))[0]).toEqual(['Estado', 'Comentarios', 'Llegó', 'Puerta'])
  expect(await added('search=nobody')).toEqual([[]])
  app.db.exec("UPDATE registrations SET staffNotes = 'Ponente' WHERE name = 'Beto'")
  expect(await added('status=cancelled')).toEqual([
    ['Estado', 'Notas'],
    ['Cancelado', 'Ponente'],
  ])
  const workbook = await call(app, 'GET /api/registrations/export.xlsx?search=ana', { cookie })
  const { sheets } = await readXlsx(await workbook.bytes())
  expect(sheets[0]?.rows[0]).toEqual([...specified, 'Estado', 'Comentarios', 'Notas', 'Llegó', 'Puerta'])
})

test('exports only the chosen people, and refuses an empty or too long selection', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const [ana, , luz] = ['Ana', 'Eva', 'Luz'].map((name) => addRegistration(app.db, { name, email: `${name}@ejemplo.gt` }).id)
  const chosen = (json: object) => call(app, 'POST /api/registrations/export', { cookie, json })
  const answer = await chosen({ ids: [luz, ana, 'unknown'] })
  const rows = parse(Buffer.from(await answer.bytes()), { bom: true, from: 2 })
  expect(rows.map(([name]) => name).toSorted()).toEqual(['Ana', 'Luz'])
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="registros_conferencia_\S+\.csv"$/)
  expect(app.db.prepare("SELECT count(*) FROM audit WHERE action = 'registrations-exported'").pluck().get()).toBe(1)
  for (const json of [{}, { ids: [] }, { ids: Array(1001).fill('a') }, { ids: [ana], search: 'a' }])
    expect((await chosen(json)).status).toBe(422)
})

test.each([
  ['?search=jose', ['José Pérez']],
  ['?status=confirmed', ['María']],
  ['?status=pending&search=maria', []],
])('the export with the filter "%s" has the people of the filtered list', async (query, names) => {
  const rows = parse(Buffer.from(await (await exported(query)).bytes()), { bom: true, from: 2 })
  expect(rows.map(([name]) => name)).toEqual(names)
})

test('the file name of an export has the date in the time zone of the event', async () => {
  holdClock('2025-06-10T03:00:00.000Z')
  const answer = await exported()
  await answer.text()
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="registros_conferencia_2025-06-09.csv"')
})

test('the exported workbook has the rows of the CSV, with all cells as text', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const typed = [...formulas, '<b>&amp;', '\0\ud800', 'Ana\nde dos líneas']
  for (const [index, text] of typed.entries())
    addRegistration(app.db, { name: `x${text}`, company: text, comments: text, email: `${index}@ejemplo.gt` })
  const csv = await call(app, 'GET /api/registrations/export', { cookie })
  const rows = parse(Buffer.from(await csv.bytes()), { bom: true })
  const answer = await call(app, 'GET /api/registrations/export.xlsx', { cookie })
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="registros_conferencia_[\d-]{10}\.xlsx"$/)
  const { sheets } = await readXlsx(await answer.bytes())
  const [headers = [], ...workbookRows] = sheets[0]?.rows.map((row) => row.map((cell) => cell ?? '')) ?? []
  const shared = (rows[0] ?? []).map((header) => headers.indexOf(header))
  const cells = [headers, ...workbookRows].map((row) => shared.map((index) => row[index] ?? ''))
  const readable = (text: string) => text.replaceAll('\r\n', '\n').replace(/[\0\ud800\ufffd\r]/g, '')
  expect(cells.map((row) => row.map((cell) => readable(String(cell))))).toEqual(rows.map((row) => row.map(readable)))
  expect(cells.flat().filter((cell) => typeof cell !== 'string' || /^\s*[=+\-@|%]/.test(cell))).toEqual([])
})

test.each(['/export', '/export.xlsx'])('after an aborted %s, the user can start another export', async (path) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  for (let index = 0; index < 300; index++) addRegistration(app.db, { comments: 'x'.repeat(4000), email: `${index}@ejemplo.gt` })
  const first = await call(app, `GET /api/registrations${path}`, { cookie })
  expect((await call(app, `GET /api/registrations${path}`, { cookie })).status).toBe(429)
  await first.body?.cancel()
  await expect
    .poll(async () => {
      const next = await call(app, `GET /api/registrations${path}`, { cookie })
      await next.body?.cancel()
      return next.status
    })
    .toBe(200)
})
