import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { PeopleFile, PersonRow } from '../../data/import/people-file.ts'
import { peopleOfImport, takeOut } from '../../data/import/people-imports.ts'
import { confirmOwn, correctRegistration } from '../../data/own/own-changes.ts'
import type { Registration } from '../../data/registrations/schema.ts'
import { addItem, addRegistration, longAgo, someEdit, stored, zone } from '../../data/testing.ts'
import { bomb } from '../import/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import type { BroughtPeople } from './people-import.ts'

/** No server listens here, so mails stay queued. */
const mail = {
  server: { host: '127.0.0.1', port: 9, secure: false, auth: null },
  from: { name: 'Conferencia', address: 'hola@conferencia.gt' },
  dkim: null,
}

type File = { source?: string; data: string; columns?: Record<string, string>; file?: string; mail?: boolean; over?: boolean }
type Preview = Pick<PeopleFile, 'columns' | 'table' | 'missing'> & { rows: PersonRow[]; places: object }

async function desk({ places = {}, hasMail = true }: { places?: object; hasMail?: boolean } = {}) {
  const app = await createTestApp({ config: hasMail ? { mail } : {} })
  const cookie = await signIn(app)
  await call(app, 'PUT /api/places', { cookie, json: places })
  const send = (path: string, json: object) => call(app, `POST /api/registrations/import${path}`, { cookie, json })
  const preview = async ({ source = 'csv', data, columns }: File): Promise<Preview> =>
    (await send('/preview', { source, data, ...(columns && { columns }) })).json()
  async function bring(file: File, accept?: number[]): Promise<BroughtPeople> {
    const rows = accept ?? (await preview(file)).rows.filter(({ change }) => change === 'new').map(({ row }) => row)
    const answer = await send('', { source: 'csv', ...file, accept: rows })
    expect([answer.status, answer.status === 200 ? '' : await answer.clone().text()]).toEqual([200, ''])
    return answer.json()
  }
  const list = async (): Promise<Registration[]> => (await call(app, 'GET /api/registrations?sort=name', { cookie })).json()
  const pluck = (sql: string) => app.db.prepare<[], string>(sql).pluck().all()
  return {
    ...{ app, cookie, send, preview, bring, list },
    undo: (id: string | null) => call(app, `DELETE /api/registrations/import/${id}`, { cookie }),
    last: async () => (await (await call(app, 'GET /api/registrations/import', { cookie })).json()).last,
    with: (status: string) => pluck(`SELECT name FROM registrations WHERE status = '${status}' ORDER BY waitingNumber, rowid`),
    mails: () => pluck("SELECT kind || ' ' || email FROM mails ORDER BY rowid"),
    acts: () => pluck("SELECT action FROM audit WHERE action LIKE 'registration%' ORDER BY id"),
  }
}

const summary = (rows: PersonRow[]) => rows.map(({ row, change, email }) => `${row} ${change} ${email}`)

const guests = [
  'Nombre completo,Correo electrónico,Empresa,WhatsApp,Acepta marketing,Confirmado',
  'Ana García,ana@ejemplo.gt,Labs,+502 5555 1234,Sí,Sí',
  'Beto Choc,Beto@Ejemplo.gt,,,No,',
  '',
  'Carla Paz,carla@ejemplo.gt,,,quizás,no',
].join('\r\n')

test('imports each person of a table once, even if the file is imported twice', async () => {
  const { app, preview, bring, list, mails, acts } = await desk()
  const { rows, columns } = await preview({ data: guests })
  expect(summary(rows)).toEqual(['2 new ana@ejemplo.gt', '3 new Beto@Ejemplo.gt', '5 new carla@ejemplo.gt'])
  expect(columns).toMatchObject({ 'Nombre completo': 'name', 'Correo electrónico': 'email', WhatsApp: 'phone' })
  expect(await list()).toEqual([])
  const brought = await bring({ data: guests, file: 'invitados.csv' })
  expect(brought).toEqual({ id: expect.any(String), added: 3, registered: 3, waitlisted: 0, left: [] })
  const [ana, beto, carla] = await list()
  expect(ana).toMatchObject({
    ...{ name: 'Ana García', company: 'Labs', phone: '+502 5555 1234', isConfirmed: true, acceptsMarketing: true },
    ...{ consentText: 'Según el archivo «invitados.csv»', importedFrom: 'invitados.csv', status: 'registered' },
  })
  for (const one of [beto, carla]) expect(one).toMatchObject({ acceptsMarketing: false, consentText: null, isConfirmed: false })
  expect([mails(), acts()]).toEqual([[], ['registrations-imported']])
  const before = stored(app.db)
  expect((await preview({ data: guests })).rows.map(({ change }) => change)).toEqual(['known', 'known', 'known'])
  expect(await bring({ data: guests }, [2, 3, 5])).toMatchObject({ id: null, added: 0, left: [] })
  expect(stored(app.db)).toEqual(before)
})

test('imports an exported CSV or workbook without losing a value', async () => {
  const [first, second] = [await desk(), await desk()]
  addRegistration(first.app.db, {
    name: '=Ana',
    email: 'ana@ejemplo.gt',
    phone: '+502 5555 1234',
    company: '- Labs',
    comments: 'Hola',
  })
  addRegistration(
    first.app.db,
    { name: 'Beto Choc', email: 'beto@ejemplo.gt', acceptsMarketing: true },
    '2027-01-01T00:00:00.000Z',
  )
  const exported = async (path: string) =>
    Buffer.from(await (await call(first.app, `GET /api/registrations/${path}`, { cookie: first.cookie })).arrayBuffer())
  const csv = (await exported('export')).toString()
  expect(summary((await second.preview({ data: csv })).rows)).toEqual(['2 new beto@ejemplo.gt', '3 new ana@ejemplo.gt'])
  await second.bring({ source: 'xlsx', data: (await exported('export.xlsx')).toString('base64') })
  const told = (people: Registration[]) =>
    people.map(({ name, email, phone, company, acceptsMarketing, notes }) => ({
      name,
      email,
      phone,
      company,
      acceptsMarketing,
      notes,
    }))
  expect(told(await second.list())).toEqual(told(await first.list()))
})

test('imported people are compared with the list, the file and the trash for duplicates', async () => {
  const { app, cookie, preview } = await desk()
  addRegistration(app.db, { name: 'Ana García', email: 'ana@ejemplo.gt' })
  addRegistration(app.db, { name: 'Beto', email: 'beto.choc@gmail.com' })
  const luz = addRegistration(app.db, { name: 'Luz', email: 'luz@ejemplo.gt' })
  expect((await call(app, `DELETE /api/registrations/${luz.id}`, { cookie })).status).toBe(200)
  const data = [
    'Nombre,Apellidos,Email',
    'Garcia,Ána,otra@ejemplo.gt',
    'B,Choc,betochoc+1@gmial.com',
    'Luz,,luz@ejemplo.gt',
    'Zoila,Caal,zoila@ejemplo.gt',
    'Caal,Zoila,z.caal@ejemplo.gt',
    'Zoila,Caal,ZOILA@ejemplo.gt',
  ].join('\n')
  const { rows } = await preview({ data, columns: { Nombre: 'firstName', Apellidos: 'lastName', Email: 'email' } })
  expect(rows.map(({ change, like }) => [change, like.map(({ why, row, name }) => `${why} ${row ?? name}`)])).toEqual([
    ['doubtful', ['name Ana García']],
    ['doubtful', ['email Beto']],
    ['doubtful', ['trash Luz']],
    ['new', []],
    ['doubtful', ['name 5']],
    ['refused', []],
  ])
  expect(rows[5]?.problems).toEqual(['Repite el correo de la fila 5.'])
})

test('an import of people skips wrong rows and reports their row numbers', async () => {
  const { preview, bring, list } = await desk()
  const data = [
    'Nombre;Email;Estado',
    ';ana@ejemplo.gt;',
    'Ana;ana@;',
    '"=HYPERLINK(""https://mal.gt"")";eva@ejemplo.gt;',
    'Luz;luz@ejemplo.gt;Cancelado',
    'Mia;mia@ejemplo.gt;En lista de espera',
  ].join('\n')
  const { rows } = await preview({ data })
  expect(rows.map(({ row, change, problems }) => [row, change, problems])).toEqual([
    [2, 'refused', ['Falta el nombre.']],
    [3, 'refused', ['El correo no es válido.']],
    [4, 'refused', ['«Nombre» tiene una fórmula: escribe su valor.', 'Falta el nombre.']],
    [5, 'refused', ['El archivo dice «Cancelado».']],
    [6, 'doubtful', []],
  ])
  expect(rows[4]?.doubts).toEqual(['El archivo dice «En lista de espera»: marca solo a quien sí viene.'])
  const brought = await bring({ data }, [2, 3, 4, 5, 6])
  expect([brought.added, brought.left.map(({ row }) => row)]).toEqual([1, [2, 3, 4, 5]])
  expect((await list()).map(({ name, status }) => [name, status])).toEqual([['Mia', 'registered']])
})

test('imported people get free seats in the order of the rows, and the others wait', async () => {
  const rules = await desk({ places: { capacity: 2 } })
  expect((await rules.preview({ data: guests })).places).toEqual({ free: 2, waitlist: true })
  expect(await rules.bring({ data: guests })).toMatchObject({ added: 3, registered: 2, waitlisted: 1 })
  expect([rules.with('registered'), rules.with('waitlisted')]).toEqual([['Ana García', 'Beto Choc'], ['Carla Paz']])
  const closed = await desk({ places: { capacity: 2, waitlist: false } })
  const brought = await closed.bring({ data: guests })
  expect([brought.registered, brought.left.map(({ row, problems }) => [row, problems.length])]).toEqual([2, [[5, 1]]])
  const over = await desk({ places: { capacity: 2 } })
  expect(await over.bring({ data: guests, over: true })).toMatchObject({ registered: 3, waitlisted: 0 })
})

test('mails imported people only if the organiser asks for it', async () => {
  const { bring, mails } = await desk({ places: { capacity: 1 } })
  await bring({ data: guests, mail: true })
  expect(mails()).toEqual(['confirmation ana@ejemplo.gt', 'waitlisted Beto@Ejemplo.gt', 'waitlisted carla@ejemplo.gt'])
  const without = await desk({ hasMail: false })
  const answer = await without.send('', { source: 'csv', data: guests, accept: [2], mail: true })
  expect([answer.status, await without.list()]).toEqual([409, []])
})

test('undoing an import keeps people who have arrived', async () => {
  const { app, bring, undo, list, with: standing, mails, acts, last, preview } = await desk({ places: { capacity: 2 } })
  addRegistration(app.db, { name: 'Zoila', email: 'zoila@ejemplo.gt' })
  const { id } = await bring({ data: guests, file: 'invitados.csv' })
  addRegistration(app.db, { name: 'Yara', email: 'yara@ejemplo.gt' })
  app.db.prepare("UPDATE registrations SET status = 'waitlisted', waitingNumber = 9 WHERE name = 'Yara'").run()
  app.db.prepare("UPDATE registrations SET arrivedAt = '2026-01-01T00:00:00.000Z' WHERE name = 'Beto Choc'").run()
  expect(await last()).toMatchObject({ id, file: 'invitados.csv', people: 3 })
  expect(await (await undo(id)).json()).toEqual({ removed: 2 })
  expect((await list()).map(({ name }) => name)).toEqual(['Beto Choc', 'Yara', 'Zoila'])
  // People whom the undo removed got no mail about their seat.
  expect(mails().filter((one) => !one.includes('Beto') && !one.includes('yara'))).toEqual([])
  expect([standing('waitlisted'), acts()]).toEqual([['Yara'], ['registrations-imported', 'registrations-import-undone']])
  expect([peopleOfImport(app.db, id ?? '', 10), (await undo('otra')).status]).toEqual([[], 404])
  expect((await preview({ data: guests })).rows.map(({ change }) => change)).toEqual(['new', 'known', 'new'])
})

test('undoing an import a second time removes the people whom the first undo left', async () => {
  const { app, cookie, bring, undo, list, last, preview } = await desk()
  const { id } = await bring({ data: guests })
  const ana = (await list()).find(({ name }) => name === 'Ana García')?.id
  await call(app, `DELETE /api/registrations/${ana}`, { cookie })
  const [first] = peopleOfImport(app.db, id ?? '', 1)
  takeOut(app.db, id ?? '', [first ?? ''], { ...someEdit, by: 'staff', at: new Date().toISOString() })
  expect(await last()).toMatchObject({ id, people: 1 })
  expect(await (await undo(id)).json()).toEqual({ removed: 1 })
  expect(await last()).toBeNull()
  expect((await preview({ data: guests })).rows.map(({ change }) => change)).toEqual(['doubtful', 'new', 'new'])
})

test('an imported person who registers stays when the import is undone', async () => {
  const { app, bring, undo, list } = await desk()
  const { id } = await bring({ data: guests })
  const json = { name: 'Ana', email: 'ana@ejemplo.gt' }
  expect((await call(app, 'POST /api/registrations', { json })).status).toBe(201)
  expect(await (await undo(id)).json()).toEqual({ removed: 2 })
  expect((await list()).map(({ email }) => email)).toEqual(['ana@ejemplo.gt'])
})

test('people who confirm, edit or are merged stay when the import is undone', async () => {
  const { app, cookie, bring, undo, list } = await desk()
  const { id } = await bring({ data: `${guests}\r\nDora Sul,dora@ejemplo.gt,,,,` })
  const people = await list()
  const page = (name: string) => app.db.prepare('SELECT token FROM registrations WHERE name = ?').pluck().get(name)
  expect(confirmOwn(app.db, String(page('Ana García')), { at: longAgo, timeZone: zone, queueMail: null })).toBe('registered')
  correctRegistration(app.db, String(page('Beto Choc')), { phone: '5555 1234' })
  const other = addRegistration(app.db, { name: 'Carla', email: 'carla@trabajo.gt' }).id
  const keep = people.find(({ name }) => name === 'Carla Paz')?.id
  await call(app, 'POST /api/registrations/merge', { cookie, json: { keep, other, take: [] } })
  expect(await (await undo(id)).json()).toEqual({ removed: 1 })
  expect((await list()).map(({ name }) => name)).toEqual(['Ana García', 'Beto Choc', 'Carla Paz'])
})

test.each([
  ['a huge size when unpacked', 'xlsx', bomb(), /16 MB/],
  ['headings of another encoding', 'csv', 'Nombre,Direcci\ufffdn,Email\nAna,x,a@b.gt', /UTF-8/],
  ['no people', 'csv', 'Nombre,Email\n', /ninguna persona/],
  ['more than 5,000 people', 'csv', `Nombre,Email\n${'Ana,a@b.gt\n'.repeat(5_001)}`, /caben 5000/],
])('rejects a file of people with %s, and returns the reason', async (_, source, data, reason) => {
  const { app, send } = await desk()
  const before = stored(app.db)
  const answer = await send('', { source, data, accept: [2] })
  expect([answer.status, (await answer.json()).error]).toEqual([422, expect.stringMatching(reason)])
  expect(stored(app.db)).toEqual(before)
})

test('asks the organiser for the meaning of columns that cannot be guessed', async () => {
  const { preview } = await desk()
  const bytes = await writeXlsx({ sheets: [{ name: 'x', rows: [[], ['Quién', 'A dónde'], ['Ana', 'ana(arroba)ejemplo.gt']] }] })
  const file = { source: 'xlsx', data: Buffer.from(bytes).toString('base64') }
  const first = await preview(file)
  expect([first.rows, first.missing, first.columns]).toEqual([[], 'email', { Quién: '', 'A dónde': '' }])
  expect(first.table.samples).toEqual([
    { column: 'Quién', values: ['Ana'] },
    { column: 'A dónde', values: ['ana(arroba)ejemplo.gt'] },
  ])
  const { rows, missing } = await preview({ ...file, columns: { Quién: 'name', 'A dónde': 'email' } })
  expect([summary(rows), missing]).toEqual([['3 refused ana(arroba)ejemplo.gt'], null])
})

test('imports the answers in a column with the name of a question in the form', async () => {
  const { app, preview, bring, list } = await desk()
  const food = addItem(app.db, 'questions', { label: '¿Qué comes?', kind: 'choice', options: ['De todo', 'Vegano'] }).id
  const needs = addItem(app.db, 'questions', {
    label: 'Necesidades',
    kind: 'choices',
    options: ['Rampa, ascensor', 'Adelante'],
  }).id
  const data = [
    'Nombre,Email,¿Qué comes?,Acceso',
    'Ana,ana@ejemplo.gt,vegano,"Rampa, ascensor; Adelante"',
    'Beto,beto@ejemplo.gt,Carne,',
  ].join('\n')
  const { columns, rows } = await preview({ data })
  expect(columns).toMatchObject({ '¿Qué comes?': `answers.${food}`, Acceso: '' })
  expect(rows.map(({ change, doubts }) => [change, doubts])).toEqual([
    ['new', []],
    ['doubtful', ['«¿Qué comes?»: Elige una de las respuestas.']],
  ])
  await bring({ data, columns: { ...columns, Acceso: `answers.${needs}` } }, [2, 3])
  const [ana, beto] = await list()
  expect([ana?.answers, beto?.answers]).toEqual([{ [food]: 'Vegano', [needs]: ['Rampa, ascensor', 'Adelante'] }, {}])
})
