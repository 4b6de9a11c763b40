import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { some } from '../support/full.ts'
import { openSession } from '../support/session.ts'
import { type Answer, answerTo, type Content, openDatabase, openRequest, send } from './client.ts'
import { watchTables } from './tables.ts'

/** Hostile files must be refused with a reason, change nothing, and cost little more than a harmless file. */

const product = await sharedProduct()
const headers = await openSession(product)
const tables = watchTables(openDatabase(product))

/** Milliseconds of one unit in /proc/…/stat. */
const tick = 10

/** Returns the processor time of the server and of its ended child processes, in milliseconds. Returns 0 except on Linux. */
function worked(): number {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync(`/proc/${product.pid()}/stat`, 'utf8')
  // The fields after the name, which may contain anything: utime, stime, cutime and cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * tick, 0)
}

type Packed = { name: string; content: Buffer; said?: number; times?: number }

/** Makes a zip file. Its directory may give a wrong size for a file (`said`), and name a file several times. */
function zip(files: Packed[]): string {
  const [parts, entries]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const { name, content, said = content.length, times = 1 } of files) {
    const packed = deflateRawSync(content, { level: 9 })
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(content), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(said, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(content), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(said, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    for (let time = 0; time < times; time++) entries.push(entry, Buffer.from(name))
    parts.push(head, Buffer.from(name), packed)
    at += head.length + name.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length / 2, 8)
  end.writeUInt16LE(entries.length / 2, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, directory, end]).toString('base64')
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** Makes a workbook with one sheet. */
function workbook(sheet: string, before = ''): string {
  const text = (name: string, content: string) => ({ name, content: Buffer.from(content) })
  return zip([
    text(
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    ),
    text(
      '_rels/.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    text(
      'xl/workbook.xml',
      `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    text(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    text('xl/worksheets/sheet1.xml', `${before}<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`),
  ])
}

const megabyte = 1024 * 1024

/** Part of the message for a file whose reading takes more than twenty seconds, as on a busy machine. */
const overloaded = 'demasiado tiempo'
const zeros = Buffer.alloc(64 * megabyte)
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`).join('')
const laughs = `<?xml version="1.0"?><!DOCTYPE schedule [<!ENTITY a0 "jaja">${levels}]>`
const inUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').toString('latin1')
const inLatin1 = (text: string) => Buffer.from(text, 'latin1').toString('utf8')

/** Workbooks that both imports refuse. */
const packed: [string, string, RegExp][] = [
  ['a zip that says it is 64 MB', zip([{ name: 'xl/workbook.xml', content: zeros }]), /16 MB/],
  ['a zip that says it is small', zip([{ name: 'xl/workbook.xml', content: zeros, said: 100 }]), /16 MB/],
  [
    'a zip that names one file of a megabyte 10,000 times',
    zip([{ name: 'a.xml', content: zeros.subarray(0, megabyte), said: 100, times: 10_000 }]),
    /16 MB/,
  ],
  ['a workbook of 15 MB of cells', workbook(`<row>${'<c><v>1</v></c>'.repeat((15 * megabyte) / 15)}</row>`), /./],
]

const title = 'Título,Día,Inicio\nRedes,2027-03-05,09:00\n'

/** Returns the minimum processor time of several tries, because the server also works by itself, as for a backup. */
async function workOf(how: () => Promise<Answer>, enough = 0): Promise<{ work: number; answer: Answer }> {
  let work = Number.POSITIVE_INFINITY
  for (let time = 1; ; time++) {
    const before = worked()
    const answer = await how()
    work = Math.min(work, worked() - before)
    if (work < enough || time === 3) return { work, answer }
  }
}

/** The cost of a harmless table on this machine, mostly for starting the process that reads it. */
const harmless = await workOf(() => send(product, 'POST /api/import/preview', { headers, json: { source: 'csv', data: title } }))

/** Milliseconds of processor time: one second, or more on a slow machine. */
const mostWork = Math.max(1_000, 8 * harmless.work)

const guests = 'Nombre,Correo electrónico\nMaría Pérez,maria@ejemplo.gt\n'

const texts: [kind: string, source: string, data: string, reason: RegExp][] = [
  ['entities in entities', 'frab', `${laughs}<schedule><version>&a9;</version></schedule>`, /entidades/],
  ['100,000 elements in one another', 'frab', '<a>'.repeat(100_000), /XML/],
  ['text of two bytes a letter', 'csv', inUtf16(title), /UTF-8/],
  ['letters of another encoding', 'csv', inLatin1(title), /UTF-8/],
  ['a million lists in one another', 'pretalx', '['.repeat(1_000_000) + ']'.repeat(1_000_000), /pretalx|JSON/],
]

const programmes: typeof texts = [
  ...some(packed, 3).map(([kind, data, reason]): [string, string, string, RegExp] => [kind, 'xlsx', data, reason]),
  ...some(texts, 4),
]

/** Both imports read workbooks with the same program, so `npm test` tries only one bad workbook here. */
const people: typeof programmes = [
  ...some(packed, 1).map(([kind, data, reason]): [string, string, string, RegExp] => [kind, 'xlsx', data, reason]),
  ['text of two bytes a letter', 'csv', inUtf16(guests), /UTF-8/],
  ['letters of another encoding', 'csv', inLatin1(guests), /UTF-8/],
]

const calls = ['/api/import/preview', '/api/import', '/api/registrations/import/preview', '/api/registrations/import']
const isTaking = (path: string) => path.endsWith('import')

/** Sends a request that must be cheap and change nothing. Returns its answer. */
async function cheaply(how: () => Promise<Answer>): Promise<Answer> {
  const stored = tables.hash()
  const { work, answer } = await workOf(how, mostWork)
  expect(work).toBeLessThan(mostWork)
  expect(tables.hash()).toBe(stored)
  return answer
}

describe.each([
  ['/api/import', programmes],
  ['/api/registrations/import', people],
] as const)('uploading hostile files to POST %s and its preview', (path, files) => {
  test.each(files)('rejects a file of the kind "%s" in the format %s', async (_, source, data, reason) => {
    for (const call of some([path, `${path}/preview`], 1)) {
      const json = { source, data, ...(isTaking(call) && { accept: [] }) }
      const { status, body } = await cheaply(() => send(product, `POST ${call}`, { headers, json }))
      expect([status, JSON.parse(body).error]).toEqual([422, expect.stringMatching(new RegExp(`${reason.source}|${overloaded}`))])
    }
  })
})

/** Files in which only some rows have problems, so that the other rows could be imported. */
const unreadableCells: [kind: string, source: string, data: string][] = [
  ['entities in entities', 'xlsx', workbook(`<row>${cell('&a9;')}</row>`, laughs)],
  ['a quote without an end', 'csv', `Nombre\n"${'x'.repeat(4 * megabyte)}`],
]

test.each(some(unreadableCells, 1))(
  'a preview of a table with %s takes little time and memory (format %s)',
  async (_, source, data) => {
    for (const call of calls.filter((path) => !isTaking(path))) {
      const { status, body } = await cheaply(() => send(product, `POST ${call}`, { headers, json: { source, data } }))
      expect([200, 422]).toContain(status)
      // The answer repeats the title in its row and in the proposed change.
      expect(body.length).toBeLessThan(3 * data.length + 10_000)
      expect(body).not.toContain('jajajaja')
    }
  },
)

test.each(some(calls, 2))('POST %s refuses a body of 50 MB, even without a Content-Length', async (path) => {
  const type = { ...headers, 'Content-Type': 'application/json' }
  const said = await cheaply(async () => {
    const sent = openRequest(product, `POST ${path}`, { headers: { ...type, 'Content-Length': 50 * megabyte } })
    sent.on('error', () => {}).flushHeaders()
    return answerTo(sent).finally(() => sent.destroy())
  })
  const sent = await cheaply(() => {
    const sent = openRequest(product, `POST ${path}`, { headers: { ...type, 'Transfer-Encoding': 'chunked' } })
    const answer = answerTo(sent)
    // The server cuts the connection before the end.
    sent.on('error', () => {})
    Readable.from(Array.from({ length: 50 }, () => zeros.subarray(0, megabyte))).pipe(sent)
    return answer
  })
  expect([said.status, sent.status]).toEqual([413, 413])
})

test.each(some(['/api/import', ...calls.filter((path) => path !== '/api/import')], 1))(
  'POST %s rejects a choice of more columns or rows than the table has',
  async (path) => {
    const columns = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`c${index}`, '']))
    const accept = Array.from({ length: 1_500_000 }, () => null)
    const bodies: Content[] = [{ json: { source: 'csv', data: title, columns, ...(isTaking(path) && { accept: [] }) } }]
    if (isTaking(path)) bodies.push({ json: { source: 'csv', data: title, accept } })
    for (const body of bodies) {
      const { status } = await cheaply(() => send(product, `POST ${path}`, { headers, ...body }))
      expect(status).toBe(422)
    }
  },
)

test('an import reports rows with formulas and leaves them out', async () => {
  const formula = '"=HYPERLINK(""https://mal.gt"")"'
  // Each session has another time, because equal titles at one time count as one session.
  const time = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)
  const keyed = Array.from({ length: 500 }, (_, key) => `${key},${formula},2027-03-05,${time(key)}`)
  const programme = ['Clave,Título,Día,Inicio', ...keyed].join('\n')
  const guests = `Nombre,Email\n${`${formula},ana@ejemplo.gt\n`.repeat(5_000)}`
  const rows = (answer: Answer) => JSON.parse(answer.body).rows as { id: string; row: number; problems: string[] }[]
  const ask = (path: string, json: object) => cheaply(() => send(product, `POST ${path}`, { headers, json }))
  const [talks, persons] = [
    rows(await ask('/api/import/preview', { source: 'csv', data: programme })),
    rows(await ask('/api/registrations/import/preview', { source: 'csv', data: guests })),
  ]
  expect([talks.length, persons.length]).toEqual([500, 5_000])
  expect([...talks, ...persons].filter(({ problems }) => problems.length === 0)).toEqual([])
  const taken = await ask('/api/import', { source: 'csv', data: programme, accept: talks.map(({ id }) => id) })
  expect(JSON.parse(taken.body)).toMatchObject({ revision: null, taken: [] })
  const accept = persons.map(({ row }) => row)
  const brought = await ask('/api/registrations/import', { source: 'csv', data: guests, accept })
  expect(JSON.parse(brought.body)).toMatchObject({ id: null, added: 0 })
})

test.each(['http://localhost/a.json', 'https://localhost/a.json', 'https://127.0.0.1/', 'https://[::ffff:10.0.0.1]/a.xml'])(
  'refuses to import from %s (redirects and DNS names: api/import/address.test.ts)',
  async (url) => {
    const { status } = await cheaply(() => send(product, 'POST /api/import/address', { headers, json: { url } }))
    expect(status).toBe(422)
  },
)
