import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { createItem, readSection, updateItem } from '../../data/content/content.ts'
import { insertRevision } from '../../data/content/revisions.ts'
import type { AgendaEvent, Scenario, Speaker } from '../../data/content/schema.ts'
import { prepareImport, readBasis, storeImport } from '../../data/import/import.ts'
import { type ImportPlan, type ImportRow, markOf } from '../../data/import/plan.ts'
import type { Source } from '../../data/import/source.ts'
import { limits } from '../../data/limits.ts'
import { addItem, memoryDb, someEdit, stored, zone } from '../../data/testing.ts'
import { timeAfter } from '../../data/time.ts'
import { call, createTestApp, signIn, type TestApp } from '../testing.ts'
import { bomb, frab, pretalx, sessionize, table } from './testing.ts'

type File = { source: Source; data: string; columns?: Record<string, string> }

async function open() {
  const app = await createTestApp()
  const cookie = await signIn(app, 'user')
  const send = (path: string, json: object) => call(app, `POST /api/import${path}`, { cookie, json })
  let last: { data: string; ids: string[] } | null = null
  async function preview(file: File): Promise<{ rows: ImportRow[]; columns: Record<string, string>; missing: string | null }> {
    const answer = await send('/preview', file)
    expect([answer.status, answer.status === 200 ? '' : await answer.clone().text()]).toEqual([200, ''])
    const found = await answer.json()
    last = { data: file.data, ids: found.rows.map(({ id }: ImportRow) => id) }
    return found
  }
  /** Imports the rows in `accept`, or all rows of the preview. */
  async function take(file: File, accept?: string[]) {
    if (!accept && last?.data !== file.data) await preview(file)
    const rows = accept ?? last?.ids
    last = null
    const answer = await send('', { ...file, accept: rows })
    expect([answer.status, answer.status === 200 ? '' : await answer.clone().text()]).toEqual([200, ''])
    return answer.json() as Promise<{ revision: number | null; before: string; taken: string[]; left: ImportRow[] }>
  }
  return { app, send, preview, take }
}

function lists({ db }: TestApp) {
  const speakers = readSection(db, 'speakers').value as readonly Speaker[]
  const rooms = readSection(db, 'scenarios').value as readonly Scenario[]
  const events = readSection(db, 'events').value as readonly AgendaEvent[]
  const named = (event: AgendaEvent) => ({
    title: event.title,
    when: `${event.day} ${event.startTime}-${event.endTime}`,
    room: rooms.find(({ id }) => id === event.scenarioId)?.name ?? '',
    speakers: event.speakerIds.map((id) => speakers.find((speaker) => speaker.id === id)?.name),
    isPlenary: event.isPlenary,
  })
  return { speakers, rooms, events, talks: events.map(named) }
}

const summary = (rows: ImportRow[]) => rows.map(({ section, name, change }) => `${change} ${section} ${name}`)

const changes = (rows: ImportRow[]) => [...new Set(rows.map(({ change }) => change))]

const talks = [
  {
    title: 'Redes que no duermen',
    when: '2027-03-05 09:00-09:45',
    room: 'Ceiba',
    speakers: ['Ana Batz', 'Beto Choc'],
    isPlenary: false,
  },
  { title: 'Nubes', when: '2027-03-05 10:00-10:30', room: 'Amate', speakers: ['Beto Choc'], isPlenary: false },
  { title: 'Almuerzo', when: '2027-03-05 12:00-13:00', room: '', speakers: [], isPlenary: true },
]

test.each([
  ['pretalx', pretalx()],
  ['frab', frab()],
  ['sessionize', sessionize()],
  ['csv', table()],
] as const)('imports a whole programme of %s, and a second import of its file changes nothing', async (source, data) => {
  const { app, preview, take } = await open()
  const { rows } = await preview({ source, data })
  expect(summary(rows)).toEqual([
    'new speakers Ana Batz',
    'new speakers Beto Choc',
    'new scenarios Ceiba',
    'new scenarios Amate',
    'new events Redes que no duermen',
    'new events Nubes',
    'new events Almuerzo',
    ...(source === 'frab' ? [] : ['new events Borrador']),
  ])
  expect(rows.filter(({ problems }) => problems.length > 0).map(({ name }) => name)).toEqual(
    source === 'frab' ? [] : ['Borrador'],
  )
  expect(stored(app.db).revisions).toEqual([])
  const { taken, left } = await take({ source, data })
  expect(taken.length).toBe(7)
  expect(left.map(({ name }) => name)).toEqual(source === 'frab' ? [] : ['Borrador'])
  expect(lists(app).talks).toEqual(talks)
  const after = stored(app.db).revisions
  const again = await preview({ source, data })
  expect(changes(again.rows.filter(({ problems }) => problems.length === 0))).toEqual(['same'])
  expect((await take({ source, data })).revision).toBeNull()
  expect(stored(app.db).revisions).toEqual(after)
})

test('imports the rows of an Excel workbook', async () => {
  const { app, take } = await open()
  const rows = [
    ['Clave', 'Título', 'Día', 'Inicio', 'Fin', 'Sala', 'Speakers'],
    ['1', 'Redes', new Date('2027-03-05T00:00:00Z'), 0.375, 0.40625, 'Ceiba', 'Ana Batz'],
  ]
  const bytes = await writeXlsx({ sheets: [{ name: 'Programa', rows }] })
  await take({ source: 'xlsx', data: Buffer.from(bytes).toString('base64') })
  expect(lists(app).talks).toMatchObject([
    { title: 'Redes', when: '2027-03-05 09:00-09:45', room: 'Ceiba', speakers: ['Ana Batz'] },
  ])
})

test('imported texts lose their HTML tags and keep their line breaks', async () => {
  const { app, take } = await open()
  await take({ source: 'pretalx', data: pretalx() })
  const { speakers, events } = lists(app)
  expect(events[0]?.description).toBe('Cómo **crece** una red.\n\nCon ejemplos:\n\n- uno\n- dos & tres')
  expect(speakers[0]).toMatchObject({ name: 'Ana Batz', bio: 'Hace redes.', image: '' })
  expect(events[0]?.sourceId).toBe('0f8fad5b-d9cb-469f-a165-70867728950e')
})

test('applies only the changes that the organiser accepted', async () => {
  const { app, preview, take } = await open()
  await take({ source: 'pretalx', data: pretalx() })
  const changed = pretalx({ title: 'Redes que duermen', without: 'Nubes' })
  const { rows } = await preview({ source: 'pretalx', data: changed })
  const told = rows.filter(({ change, problems }) => change !== 'same' && problems.length === 0)
  expect(told.map(({ change, name, fields }) => [change, name, fields])).toEqual([
    ['changed', 'Redes que duermen', [{ field: 'title', before: 'Redes que no duermen', after: 'Redes que duermen' }]],
    ['gone', 'Nubes', []],
  ])
  await take({ source: 'pretalx', data: changed }, [told[0]?.id ?? ''])
  expect(lists(app).talks.map(({ title }) => title)).toEqual(['Redes que duermen', 'Nubes', 'Almuerzo'])
  await take({ source: 'pretalx', data: changed })
  expect(lists(app).talks.map(({ title }) => title)).toEqual(['Redes que duermen', 'Almuerzo'])
})

test('an import keeps edits made in the panel, unless the organiser chose to replace them', async () => {
  const { app, preview, take } = await open()
  const data = pretalx()
  await take({ source: 'pretalx', data })
  const [talk] = lists(app).events
  const cookie = await signIn(app)
  await call(app, `PUT /api/agenda/events/${talk?.id}`, { cookie, json: { title: 'Redes despiertas' } })
  const { rows } = await preview({ source: 'pretalx', data })
  const edited = rows.filter(({ change }) => change === 'edited-here')
  expect(edited.map(({ name, fields }) => [name, fields])).toEqual([
    ['Redes que no duermen', [{ field: 'title', before: 'Redes despiertas', after: 'Redes que no duermen' }]],
  ])
  await take({ source: 'pretalx', data }, [])
  expect(lists(app).events[0]?.title).toBe('Redes despiertas')
  await take({ source: 'pretalx', data }, [edited[0]?.id ?? ''])
  expect(lists(app).events[0]?.title).toBe('Redes que no duermen')
})

test('undoing an import restores the content that was there before', async () => {
  const { app, take } = await open()
  addItem(app.db, 'speakers', { name: 'Zoila Caal' })
  const before = lists(app)
  const imported = await take({ source: 'frab', data: frab() })
  expect(lists(app).events).toHaveLength(3)
  const cookie = await signIn(app)
  const answer = await call(app, 'POST /api/history/at', { cookie, json: { time: imported.before } })
  expect(answer.status).toBe(200)
  expect(lists(app)).toEqual(before)
})

test('an import recognises by name a speaker who is already in the panel', async () => {
  const { app, preview } = await open()
  addItem(app.db, 'speakers', { name: 'Ana Batz', title: 'CTO', company: 'Labs' })
  const { rows } = await preview({ source: 'frab', data: frab() })
  expect(rows.find(({ name }) => name === 'Ana Batz')?.change).toBe('same')
})

test('recognises the columns of a programme by their headings', async () => {
  const { preview } = await open()
  const data = 'Charla;Cuándo;Empieza;Nota\nRedes;05/03/2027;9:00;Ceiba\n'
  const first = await preview({ source: 'csv', data })
  expect(first.columns).toEqual({ Charla: 'title', Cuándo: 'day', Empieza: 'startTime', Nota: '' })
  const { rows, columns } = await preview({ source: 'csv', data, columns: { Nota: 'room', Cuándo: 'day' } })
  expect(columns).toEqual({ Charla: 'title', Cuándo: 'day', Empieza: 'startTime', Nota: 'room' })
  expect(rows.map(({ section, name }) => [section, name])).toEqual([
    ['scenarios', 'Ceiba'],
    ['events', 'Redes'],
  ])
  rows.shift()
  expect(rows[0]?.fields).toContainEqual({ field: 'startTime', before: '', after: '09:00' })
})

const lots = '&x;'.repeat(10_000)
const entities = `<?xml version="1.0"?><!DOCTYPE schedule [<!ENTITY x "${'x'.repeat(1_000)}">]><schedule><version>${lots}</version></schedule>`

test.each([
  ['XML entities', 'frab', entities, /entidades/],
  ['a huge size when unpacked', 'xlsx', bomb(), /16 MB/],
  ['a workbook that is not base64', 'xlsx', '¿?', /Excel/],
  ['text of another encoding', 'csv', 'T\ufffdtulo,D\ufffda\nRedes,2027-03-05', /UTF-8/],
  ['text in UTF-16', 'csv', 'T\0í\0t\0u\0l\0o\0', /UTF-8/],
  ['incomplete JSON', 'pretalx', '{"schedule":', /JSON/],
  ['JSON of another format', 'sessionize', '{"schedule":{}}', /Sessionize/],
  ['only the speakers of Sessionize', 'sessionize', '[{"id":"a","fullName":"Ana Batz","sessions":[]}]', /view\/All/],
  ['a web page', 'frab', '<!DOCTYPE html><html><head><meta charset="utf-8"></head></html>', /página web/],
  [
    'XML of another format',
    'frab',
    '<schedule><day date="2014-07-21"><entry><title>Redes</title></entry></day></schedule>',
    /salas ni charlas/,
  ],
  ['a table without a title', 'csv', 'a,b\n1,2', /título/],
  ['more than 200 columns', 'csv', `Título,${'a,'.repeat(200)}`, /201 columnas/],
] as const)('rejects a file with %s, and returns the reason', async (_, source, data, reason) => {
  const { app, send } = await open()
  const before = stored(app.db).revisions
  const answer = await send('', { source, data, accept: [] })
  expect([answer.status, (await answer.json()).error]).toEqual([422, expect.stringMatching(reason)])
  expect(stored(app.db).revisions).toEqual(before)
})

test.each([
  [
    'accepts a programme with some unreadable letters',
    '¿Cómo está? R\ufffd\ufffdes n\ufffdutras',
    ['¿Cómo está? R\ufffd\ufffdes n\ufffdutras'],
  ],
  ['rejects a programme as not UTF-8 if all accented letters are unreadable', '\ufffdC\ufffdmo est\ufffd?', null],
])('%s', async (_, title, titles) => {
  const { send } = await open()
  const data = JSON.stringify({ sessions: [{ id: 1, title, startsAt: '2027-03-05T09:00' }], speakers: [], rooms: [] })
  const answer = await send('/preview', { source: 'sessionize', data })
  const { rows = null, error } = await answer.json()
  expect(rows?.map(({ name }: ImportRow) => name) ?? null).toEqual(titles)
  expect(error ?? '').toMatch(titles ? /^$/ : /UTF-8/)
})

test('rejects a file of 50 MB before reading it', async () => {
  const { app } = await open()
  const cookie = await signIn(app)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(50 * 1024 * 1024) }
  expect((await call(app, 'POST /api/import/preview', { cookie, headers, body: '{}' })).status).toBe(413)
})

test('an import leaves out a row with a formula', async () => {
  const { preview } = await open()
  const data =
    'Título,Día,Inicio\n"=HYPERLINK(""https://mal.gt"")",2027-03-05,09:00\n\'=x,2027-03-05,10:00\n- Redes,2027-03-05,11:00\n'
  const { rows } = await preview({ source: 'csv', data })
  expect(rows.map(({ name, problems }) => [name, problems.length > 0])).toEqual([
    ['', true],
    ['=x', false],
    ['- Redes', false],
  ])
})

test('an import identifies a row without a title by its row number', async () => {
  const { preview } = await open()
  const { rows } = await preview({
    source: 'csv',
    data: '\nTítulo,Día,Inicio\n,,\n,2027-03-05,09:00\nRedes,2027-03-05,25:00\nNubes,,\n',
  })
  expect(rows.map(({ name, row, problems }) => [name, row, problems])).toEqual([
    ['', 4, ['Título requerido']],
    ['Redes', 5, ['«25:00» no se entiende como hora: escríbela como 09:00.']],
    ['Nubes', 6, ['Se queda fuera: todavía no tiene día y hora']],
  ])
})

test('rejects an import that assigns a column to an unknown field', async () => {
  const { app } = await open()
  const cookie = await signIn(app)
  const json = { source: 'csv', data: 'Título,Correo\nRedes,a@ejemplo.gt', columns: { Título: 'title', Correo: 'email' } }
  for (const path of ['/api/import/preview', '/api/registrations/import/preview'] as const) {
    const said = { ...json, columns: { Título: '', Correo: path.includes('registrations') ? 'title' : 'phone' } }
    const answer = await call(app, `POST ${path}`, { cookie, json: said })
    expect([answer.status, (await answer.json()).fields]).toEqual([422, { 'columns.Correo': 'Este campo no se conoce aquí' }])
  }
})

const breaks = (...rows: string[]) =>
  ['Título,Día,Inicio,Fin', ...rows.map((row) => row.replace(/^/, 'Receso,2027-03-05,')), ''].join('\n')

test('an import recognises breaks with equal titles by their time', async () => {
  const { app, preview, take } = await open()
  const data = breaks('10:00,10:30', '12:00,12:30', '15:00,15:30')
  await take({ source: 'csv', data })
  const ids = lists(app).events.map(({ id }) => id)
  expect(ids).toHaveLength(3)
  expect(changes((await preview({ source: 'csv', data })).rows)).toEqual(['same'])
  expect((await take({ source: 'csv', data })).revision).toBeNull()
  // The last break moves to 09:00, before the other two. If breaks were compared by position, all three would count as changed.
  const moved = breaks('09:00,09:30', '10:00,10:30', '12:00,12:30')
  expect(summary((await preview({ source: 'csv', data: moved })).rows)).toEqual([
    'changed events Receso',
    'same events Receso',
    'same events Receso',
  ])
  await take({ source: 'csv', data: moved })
  expect(lists(app).events.map(({ id, startTime }) => [id, startTime])).toEqual([
    [ids[0], '10:00'],
    [ids[1], '12:00'],
    [ids[2], '09:00'],
  ])
  const { rows } = await preview({ source: 'csv', data: breaks('09:00,09:30') })
  expect(changes(rows)).toEqual(['same', 'gone'])
})

test('an import recognises by title and time a break that is already in the panel', async () => {
  const { app, preview } = await open()
  for (const startTime of ['10:00', '15:00'])
    addItem(app.db, 'events', {
      title: 'Receso',
      day: '2027-03-05',
      startTime,
      endTime: `${startTime.slice(0, 2)}:30`,
      isPlenary: true,
    })
  const { rows } = await preview({ source: 'csv', data: breaks('10:00,10:30', '15:00,15:30') })
  expect(changes(rows)).toEqual(['same'])
})

/** Returns a Sessionize file. Its first room is called `name` and has the same id as a speaker. */
function withRoom(name: string): string {
  const file = JSON.parse(sessionize().replaceAll('5d2f54a8-6f0f-4f9c-8d5b-2f6a5f6e0001', '1'))
  file.rooms[0].name = name
  return JSON.stringify(file)
}

test('an import leaves out a talk with an invalid room until the room is corrected', async () => {
  const { app, preview, take } = await open()
  const data = withRoom('x'.repeat(300))
  const problems = ({ rows }: { rows: ImportRow[] }) =>
    rows.filter((row) => row.problems.length > 0).map((row) => [row.name.slice(0, 20), row.problems[0]])
  const said = [
    ['x'.repeat(20), 'Nombre: Máximo 255 caracteres'],
    ['Redes que no duermen', 'Se queda fuera: su escenario no se puede importar'],
    ['Borrador', 'Se queda fuera: no está confirmada en su origen'],
  ]
  expect(problems(await preview({ source: 'sessionize', data }))).toEqual(said)
  const { left } = await take({ source: 'sessionize', data })
  expect(problems({ rows: left })).toEqual(said)
  expect(lists(app).talks).toEqual(talks.slice(1))
  await take({ source: 'sessionize', data: withRoom('Ceiba') })
  expect(lists(app).talks).toEqual(expect.arrayContaining(talks))
})

test('importing a file again restores a room that its talk has lost', async () => {
  const { app, preview, take } = await open()
  const data = withRoom('Ceiba')
  await take({ source: 'sessionize', data })
  const { events, rooms } = lists(app)
  const broken = events.map((event) => {
    if (event.title !== 'Redes que no duermen') return event
    const lost = { ...event, scenarioId: 'new:1', updatedAt: timeAfter(event.updatedAt, event.updatedAt) }
    const said = ['title', 'description', 'day', 'startTime', 'endTime', 'scenarioId', 'speakerIds', 'isPlenary']
    return { ...lost, sourceMark: markOf('events', 'sessionize', lost, said) }
  })
  const edit = { by: null, at: new Date().toISOString() }
  insertRevision(app.db, 'events', broken, edit)
  insertRevision(
    app.db,
    'scenarios',
    rooms.filter(({ name }) => name !== 'Ceiba'),
    edit,
  )
  const { rows } = await preview({ source: 'sessionize', data })
  expect(rows.filter(({ change, problems }) => change !== 'same' && problems.length === 0)).toMatchObject([
    { name: 'Ceiba', change: 'new' },
    { name: 'Redes que no duermen', change: 'changed', fields: [{ field: 'scenarioId', before: '', after: 'Ceiba' }] },
  ])
  // A deleted speaker is removed from all talks, also from the talk whose room was lost.
  const beto = '5d2f54a8-6f0f-4f9c-8d5b-2f6a5f6e0002'
  await take({ source: 'sessionize', data: withoutSpeaker(data, beto) }, [`speakers/${beto}`])
  expect(lists(app).talks.map(({ speakers }) => speakers)).toEqual([['Ana Batz'], [], []])
  await take({ source: 'sessionize', data })
  expect(lists(app).talks).toEqual(talks)
})

function withoutSpeaker(data: string, id: string): string {
  const file = JSON.parse(data)
  return JSON.stringify({ ...file, speakers: file.speakers.filter((speaker: { id: string }) => speaker.id !== id) })
}

test('reports an import that would make a list exceed its maximum length', async () => {
  const { app, send, preview } = await open()
  const names = Array.from({ length: limits.lists.speakers + 1 }, (_, index) => `Speaker ${index}`)
  const rooms = Array.from({ length: limits.lists.scenarios + 2 }, (_, index) => ({ id: index, name: `Sala ${index}` }))
  const speakers = names.map((fullName, id) => ({ id: `s${id}`, fullName }))
  const session = (day: number) => ({
    id: day,
    title: `Día ${day}`,
    startsAt: `2027-03-${String(day).padStart(2, '0')}T09:00`,
    roomId: 1,
  })
  const sessions = Array.from({ length: limits.days + 1 }, (_, index) => session(index + 1))
  const data = JSON.stringify({ sessions, speakers, rooms })
  const over = ['401 speakers; caben 400.', '42 escenarios; caben 40.', '15 días con eventos; caben 14.']
  expect(await preview({ source: 'sessionize', data })).toMatchObject({ over })
  const accept = (await preview({ source: 'sessionize', data })).rows.map(({ id }) => id)
  const answer = await send('', { source: 'sessionize', data, accept })
  expect([answer.status, await answer.json()]).toEqual([
    422,
    { error: over.join(' '), fields: { speakers: over[0], scenarios: over[1], events: over[2] } },
  ])
  expect(lists(app).speakers).toEqual([])
  expect(await preview({ source: 'sessionize', data: sessionize() })).toMatchObject({ over: [] })
  // A name that is too long for a key does not stop the import of other people.
  const long = JSON.stringify({ sessions: [], speakers: [{ fullName: 'x'.repeat(700) }, { fullName: 'Ana Batz' }] })
  const { rows } = await preview({ source: 'sessionize', data: long })
  expect((await send('', { source: 'sessionize', data: long, accept: rows.map(({ id }) => id) })).status).toBe(200)
})

/** Returns a Sessionize file with one speaker, who has a good link and `links`. */
function withLinks(...links: [title: string, url: string][]): string {
  const file = JSON.parse(sessionize())
  const listed = [['Blog', 'https://ana.gt'], ...links].map(([title, url]) => ({ title, url, linkType: title }))
  file.speakers = [{ ...file.speakers[0], links: listed }]
  return JSON.stringify(file)
}

const letters = (count: number) => 'x'.repeat(count)

test.each<[string, [string, string][], RegExp[]]>([
  ['text instead of a URL', [['Foro', 'todavía no hay']], [/«todavía no hay»: Escribe una dirección que empiece con https/]],
  ['a URL that runs code', [['Foro', 'javascript:alert(1)']], [/«javascript:alert\(1\)»: Escribe una dirección/]],
  ['spaces in a profile name', [['LinkedIn', 'Ana Batz en LinkedIn']], [/«Ana Batz en LinkedIn»: Escribe una dirección/]],
  ['a URL that is too long', [['X', `https://x.com/${letters(3_000)}`]], [/«https:\/\/x\.com\/x{66}…»: Máximo 2048/]],
  ['a title that is too long', [[letters(200), 'https://foro.gt/ana']], [/«https:\/\/foro\.gt\/ana»: Máximo 100/]],
  [
    'six other links before it',
    Array.from({ length: limits.links }, (_, index) => [`Foro ${index}`, `https://foro.gt/${index}`]),
    [/«https:\/\/foro\.gt\/5»: caben 6/],
  ],
  ['a placeholder such as N/A', [['Foro', 'N/A']], []],
])('leaves out a speaker’s link with %s', async (_, links, notes) => {
  const { app, preview, take } = await open()
  const data = withLinks(...links)
  const row = ({ rows }: { rows: ImportRow[] }) => rows.find(({ section }) => section === 'speakers')
  const expected = { problems: [], notes: notes.map((note) => expect.stringMatching(note)) }
  expect(row(await preview({ source: 'sessionize', data }))).toMatchObject({ change: 'new', ...expected })
  await take({ source: 'sessionize', data })
  expect(lists(app).speakers).toMatchObject([{ name: 'Ana Batz', linkedinUrl: '', twitterUrl: '' }])
  expect(lists(app).speakers[0]?.links[0]).toEqual({ label: 'Blog', url: 'https://ana.gt' })
  expect(row(await preview({ source: 'sessionize', data }))).toMatchObject({ change: 'same', ...expected })
})

test('rejects an import that deletes a room but keeps a talk in it', () => {
  const db = memoryDb()
  const room = addItem(db, 'scenarios', { name: 'Ceiba' })
  const talk = addItem(db, 'events', { title: 'Redes', scenarioId: room.id })
  const row = (section: 'scenarios' | 'events', change: 'gone' | 'changed') => ({
    ...{ id: section, section, name: '', fields: [], problems: [], notes: [] },
    change,
  })
  const plan: ImportPlan = {
    rows: [],
    isOwn: false,
    over: [],
    targets: {
      speakers: [],
      scenarios: [{ row: row('scenarios', 'gone'), key: 'a', current: room, fields: null }],
      events: [{ row: row('events', 'changed'), key: 'b', current: talk, fields: { scenarioId: 'new:c' } }],
    },
  }
  const basis = readBasis(db, zone)
  const making = prepareImport(db, { plan, source: 'frab', basis, accept: ['scenarios', 'events'] }, new Date().toISOString())
  let step = making.next()
  while (!step.done) step = making.next()
  expect(storeImport(db, step.value, { by: null })).toEqual({
    outcome: 'invalid',
    fields: { scenarioId: 'Selecciona un escenario que exista' },
  })
})

/** Returns our own `/schedule.json` with the talks and slugs in `slugs`. */
function ownFile(slugs: [title: string, slug: string][]): string {
  const file = JSON.parse(pretalx())
  const [first] = file.schedule.conference.days[0].rooms.Ceiba
  const event = ([title, slug]: [string, string], index: number) => ({ ...first, guid: `g${index}`, title, slug })
  file.schedule.conference.days[0].rooms = { Ceiba: slugs.map(event) }
  return JSON.stringify({ ...file, generator: { name: 'conferencia' } })
}

test('an imported talk gets the slug of the file unless another talk uses or used it', async () => {
  const { app, take } = await open()
  const { id } = addItem(app.db, 'events', { title: 'Antes', isPlenary: true, slug: 'vieja' })
  expect(updateItem(app.db, 'events', id, { slug: 'otra' }, someEdit)).toMatchObject({ outcome: 'saved' })
  const data = ownFile([
    ['Redes', 'otra'],
    ['Nubes', 'vieja'],
    ['Datos', 'propia'],
    ['Mapas', 'propia'],
    ['Gatos', 'No es / una dirección'],
  ])
  await take({ source: 'pretalx', data })
  const slugs = lists(app).events.map(({ title, slug }) => [title, slug])
  expect(slugs).toEqual([
    ['Antes', 'otra'],
    ['Redes', 'redes'],
    ['Nubes', 'nubes'],
    ['Datos', 'propia'],
    ['Mapas', 'mapas'],
    ['Gatos', 'gatos'],
  ])
  const taken = createItem(app.db, 'events', { title: 'Más', startTime: '09:00', isPlenary: true, slug: 'propia' }, someEdit)
  expect(taken).toMatchObject({ outcome: 'invalid', fields: { slug: expect.stringContaining('es o fue de otra') } })
})

test('imports the e-mail of a speaker only if the speaker has none', async () => {
  const { app, take } = await open()
  const row = (email: string) => `Título,Día,Inicio,Sala,Speakers,Correo\nRedes,2027-03-05,09:00,Ceiba,Ana Batz,${email}\n`
  await take({ source: 'csv', data: row('ana@ejemplo.gt') })
  const emails = () => readSection(app.db, 'speakers').value.map(({ email }) => email)
  expect(emails()).toEqual(['ana@ejemplo.gt'])
  await take({ source: 'csv', data: row('otra@ejemplo.gt') })
  expect(emails()).toEqual(['ana@ejemplo.gt'])
  const [speaker] = readSection(app.db, 'speakers').value
  expect(speaker?.sourceMark).toBe(speaker && markOf('speakers', 'csv', { ...speaker, email: '' }, ['name']))
})

test('imports a row but leaves out its invalid e-mail or link, and reports the omission', async () => {
  const { app, preview, take } = await open()
  const data = 'Título,Día,Inicio,Sala,Speakers,Correo,Diapositivas\nRedes,2027-03-05,09:00,Ceiba,Ana Batz,ana arroba,pendiente\n'
  const { rows } = await preview({ source: 'csv', data })
  expect(rows.flatMap(({ notes }) => notes)).toHaveLength(2)
  await take({ source: 'csv', data })
  expect(lists(app).events).toMatchObject([{ title: 'Redes', slidesUrl: '' }])
})
