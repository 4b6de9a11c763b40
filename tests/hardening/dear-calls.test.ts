import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { keptOfEachCount } from '../../data/accounts/activity.ts'
import { insertRevision } from '../../data/content/revisions.ts'
import { limits } from '../../data/limits.ts'
import { someEdit } from '../../data/testing.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { largeProgramme, manyPeople } from '../support/large-files.ts'
import { createMeter, slownessOfProcessor } from '../support/meter.ts'
import { startProduct } from '../support/product.ts'
import { openSession, type Session } from '../support/session.ts'
import { type Answer, type Content, openDatabase, send } from './client.ts'
import { greatestLists, storeGreatest } from './greatest.ts'

/** Limits of processor time are multiplied by this factor. */
const slowness = slownessOfProcessor()
console.log('slowness of this processor', slowness)
/** Milliseconds of the event loop that a user's call may take in total, and without a break. */
const [inAll, inOnePiece] = [250 * slowness, 50 * slowness]
/** Milliseconds in total for an export of 20,000 people. */
const inAnExport = 600 * slowness

const { env, used, longestPiece, remove } = createMeter()
afterAll(remove)
// No mail server listens, so queued mails stay queued.
const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Conferencia <hola@conferencia.gt>' }
const product = await sharedProduct({ ...env, ...mail })
const target = { origin: product.processOrigin }
const admin = await openSession(product)
const account = { name: 'Luis', email: 'luis@ejemplo.gt', password: 'un secreto', role: 'user' }
await send(product, 'POST /api/users', { headers: admin, json: account })
const user = await openSession(product, account)
const helper = { ...account, email: 'puerta@ejemplo.gt', role: 'door' }
await send(product, 'POST /api/users', { headers: admin, json: helper })
const door = await openSession(product, helper)
const headers = user
const db = openDatabase(product)

/** Stores people in one transaction. Groups of five share name and number, and have similar e-mails. Each has a unique word. */
function storePeople(count: number): void {
  db.exec(`
    INSERT INTO registrations (id, name, email, emailKey, phone, registrationDate, searchText, token)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    SELECT 'n' || n, 'Ana Pérez' || (n / 5), 'ana' || (n / 5) || '@ejempl' || char(97 + (n % 5)) || '.gt', n || '@ejemplo.gt',
      printf('%08d', (n + 2) / 5), strftime('%Y-%m-%dT%H:%M:%fZ', 1748779200 + n, 'unixepoch'),
      ' ana ' || replace(replace(lower(hex(n * 7919)), '3', 'g'), '2', 'h') || 'ez ', 'token' || n
    FROM numbers`)
}

/** Stores arrivals of all people at two doors. */
function storeDoubles(db: ReturnType<typeof openDatabase>): void {
  db.exec(`
    INSERT INTO arrivals (id, registration, sentAs, device, at, door, receivedAt)
    SELECT registrations.id || column1, registrations.id, registrations.id, column1, registrationDate, 'Puerta ' || column1, registrationDate
    FROM registrations, (VALUES ('1'), ('2'));
    INSERT INTO doorDoubles SELECT id, registrationDate FROM registrations;
    UPDATE registrations SET arrivedAt = registrationDate, door = 'Puerta 1'`)
}

/** Stores the maximum number of kept activity entries of a kind. */
function storeActivity(action: string): void {
  db.prepare(`
    INSERT INTO audit (at, action, userId)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${keptOfEachCount})
    SELECT ?, ?, (SELECT id FROM users LIMIT 1) FROM numbers`).run(new Date().toISOString(), action)
}

type Cost = { call: string; status: number; bytes: number; inAll: number; piece: number }

async function costOf(call: string, content: () => Content, headers: Session = user): Promise<Cost> {
  let [least, piece] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let answer: Answer | undefined
  for (let tries = 0; tries < 4; tries++) {
    const before = await used()
    answer = await send(target, call, { headers, ...content() })
    least = Math.min(least, (await used()) - before)
    piece = Math.min(piece, await longestPiece(() => send(target, call, { headers, ...content() })))
  }
  const { status = 0, bytes = Buffer.alloc(0) } = answer ?? {}
  return { call, status, bytes: bytes.length, inAll: Math.round(least), piece: Math.round(piece) }
}

const preview = (collections: object) => send(target, 'POST /api/preview', { headers, json: { collections } })
const fieldsOf = (answer: Answer) => JSON.parse(answer.body).fields
const plenary = (day: string) => ({ title: 'A', isPlenary: true, startTime: '09:00', day })
const dayNumber = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10)
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

test.each([
  ['14,000 plenaries', { events: many(14_000, () => plenary('')) }, { 'collections.events': 'Caben 600 en la lista' }],
  [
    '500 events on 500 days',
    { events: many(500, (index) => plenary(dayNumber(index))) },
    { 'collections.events': 'El programa puede tener 14 días' },
  ],
  [
    '300,000 speakers without a name',
    { speakers: many(300_000, () => ({})) },
    { 'collections.speakers': 'Caben 400 en la lista' },
  ],
])('a preview of %s is rejected before it is rendered', async (_, lists, fields) => {
  const before = await used()
  const answer = await preview(lists)
  expect([answer.status, fieldsOf(answer)]).toEqual([422, fields])
  expect((await used()) - before).toBeLessThan(inAll)
})

test('the largest possible programme can be previewed: 500 talks on twelve days', async () => {
  const scenarios = many(20, (index) => ({ id: `sala-${index}`, name: `Sala ${index}` }))
  const talk = (index: number) => ({
    title: `Charla número ${index}.`,
    description: 'Lo que se aprende en ella, y para quién es. '.repeat(34),
    scenarioId: `sala-${index % 20}`,
    day: dayNumber(index % 12),
    startTime: `${10 + (index % 9)}:${index % 7 ? '00' : '30'}`,
  })
  const answer = await preview({ scenarios, events: many(500, talk) })
  expect(answer.status).toBe(200)
  const shown = new Set([...answer.body.matchAll(/Charla número \d+\./g)].map(([title]) => title))
  expect([shown.size, [...answer.body.matchAll(/href="#dia-/g)].length]).toEqual([500, 12])
})

// Only in a full run, because other tests would disturb the measurement.
test.runIf(isFull)(
  'each call of a user takes at most 250 ms, and blocks the event loop at most 50 ms',
  { timeout: 600_000 },
  async () => {
    const costs: Cost[] = []
    for (const days of [1, limits.days]) {
      storeGreatest(db, days)
      const lists = greatestLists(days)
      const anew = () => String(Math.random())
      costs.push(
        await costOf('PUT /api/hero', () => ({ json: { location: anew() } })),
        await costOf('PUT /api/speakers/0', () => ({ json: { company: anew() } })),
        await costOf('PUT /api/agenda/events/0', () => ({ json: { title: anew() } })),
        await costOf('POST /api/preview', () => ({
          json: { collections: { events: lists.events.map((event) => ({ ...event, title: anew() })) } },
        })),
        await costOf('POST /api/preview', () => ({
          json: { collections: { speakers: lists.speakers.map((speaker) => ({ ...speaker, company: anew() })) } },
        })),
        await costOf('GET /api/preview', () => ({})),
        await costOf('GET /api/speakers', () => ({})),
        await costOf('GET /api/history?limit=1000', () => ({})),
      )
    }
    console.table(costs)
    expect(costs.filter(({ status }) => status !== 200)).toEqual([])
    expect(costs.filter((cost) => cost.inAll > inAll || cost.piece > inOnePiece)).toEqual([])
  },
)

test.runIf(isFull)(
  'with 20,000 people every call of the panel takes at most 250 ms, except exports',
  { timeout: 600_000 },
  async () => {
    storeGreatest(db, 1)
    const instant = new Date().toISOString()
    storeGreatest(db)
    await send(target, 'PUT /api/hero', { headers, json: { location: 'Otra' } })
    const [newest = 0, before = 0] = db
      .prepare<[], number>("SELECT id FROM revisions WHERE section = 'events' ORDER BY id DESC LIMIT 2")
      .pluck()
      .all()
    storePeople(20_000)
    for (const action of ['registration-confirmed', 'registration-unconfirmed']) storeActivity(action)
    const ids = db.prepare<[], string>('SELECT id FROM registrations LIMIT 1000').pluck().all()
    const mistyped = encodeURIComponent('gonzalesz rodrigues marias hernandes lopezz peresz garciaa martinesz')
    // Sends the maximum number of arrivals of one call, for people who entered before.
    const noted = () =>
      ids.map((registration) => ({ id: randomUUID(), registration, at: new Date().toISOString(), door: 'Puerta 1' }))
    const costs: Cost[] = []
    storeDoubles(db)
    await send(target, 'PUT /api/hero', { headers: admin, json: { eventDate: instant } })
    // Changes a registration, so that the server counts again.
    const changed = () => {
      db.prepare("UPDATE registrations SET door = ? WHERE id = 'n1'").run(randomUUID())
      return {}
    }
    const atDoor: [string, () => Content][] = [
      ['GET /api/door/list', () => ({})],
      ['POST /api/door/arrivals', () => ({ json: { device: 'a', arrivals: noted() } })],
      ['GET /api/door/summary', () => changed()],
      ['POST /api/door/walk-in', () => ({ json: { id: randomUUID(), name: 'Luis', at: new Date().toISOString() } })],
    ]
    const calls: [string, () => Content][] = [
      [`GET /api/history/${newest}`, () => ({})],
      [`GET /api/history/${before}/restore`, () => ({})],
      [`POST /api/history/${before}/restore`, () => ({})],
      [`GET /api/history/at?time=${instant}`, () => ({})],
      [`POST /api/history/at`, () => ({ json: { time: instant } })],
      ['GET /api/agenda/events', () => ({})],
      ['GET /api/registrations?sort=name', () => ({})],
      [`GET /api/registrations?search=${mistyped}`, () => ({})],
      ['GET /api/registrations/days', () => ({})],
      ['GET /api/registrations/similar', () => ({})],
      ['GET /api/registrations/export', () => ({})],
      ['GET /api/registrations/export.xlsx', () => ({})],
      ['POST /api/registrations/confirm', () => ({ json: { ids, isConfirmed: Math.random() > 0.5 } })],
      [`GET /api/mails?search=${mistyped}`, () => ({})],
    ]
    for (const [call, content] of atDoor) costs.push(await costOf(call, content, door))
    // Only administrators may go back to an earlier date.
    for (const [call, content] of calls) costs.push(await costOf(call, content, call === 'POST /api/history/at' ? admin : user))
    // Everybody attended the finished event, and nobody has got a constancia by mail yet.
    insertRevision(db, 'events', [], someEdit)
    await send(target, 'PUT /api/hero', { headers: admin, json: { eventDate: '2025-11-06' } })
    await send(target, 'PUT /api/certificates/settings', { headers: admin, json: { counts: 'confirmed' } })
    const toAll = () => {
      db.exec('DELETE FROM mails; DELETE FROM groupMails; UPDATE registrations SET isConfirmed = 1')
      return { json: { to: 'confirmed' } }
    }
    costs.push(await costOf('POST /api/certificates', toAll, admin))
    console.table(costs)
    expect(costs.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
    // An export has a row for each person. Each user can run only one export at a time.
    const most = (call: string) => (/\/export/.test(call) ? inAnExport : inAll)
    expect(costs.filter((cost) => cost.inAll > most(cost.call) || cost.piece > inOnePiece)).toEqual([])
  },
)

/** Stores three events of each person at the door, by three phones. */
function storeArrivals(): void {
  db.prepare(`
    INSERT OR IGNORE INTO arrivals (id, registration, sentAs, device, at, door, receivedAt)
    SELECT registrations.id || '-' || value, registrations.id, registrations.id, 'phone-' || value, @at, 'Puerta ' || value, @at
    FROM registrations, json_each('[1, 2, 3]')`).run({ at: new Date().toISOString() })
  db.exec('INSERT OR IGNORE INTO doorDoubles SELECT id, registrationDate FROM registrations')
}

test.runIf(isFull)('with 20,000 people every call of the door takes at most 250 ms', { timeout: 600_000 }, async () => {
  await send(target, 'PUT /api/hero', { headers: admin, json: { eventDate: new Date().toISOString() } })
  if (Number(db.prepare('SELECT count(*) FROM registrations').pluck().get()) < 20_000) storePeople(20_000)
  storeArrivals()
  // Uses another account, because the account of the previous test has reached its limit for an hour.
  const other = { ...helper, email: 'otra-puerta@ejemplo.gt' }
  await send(product, 'POST /api/users', { headers: admin, json: other })
  const door = await openSession(product, other)
  const ids = db.prepare<[], string>('SELECT id FROM registrations LIMIT 1000').pluck().all()
  const arrivals = (people: readonly string[]) => ({
    json: {
      device: 'a',
      arrivals: people.map((registration) => ({
        id: randomUUID(),
        registration,
        at: new Date().toISOString(),
        door: 'Puerta 1',
      })),
    },
  })
  const writes: [string, string, () => Content][] = [
    ['POST /api/door/arrivals', 'of a thousand people', () => arrivals(ids)],
    ['POST /api/door/arrivals', 'of one person', () => arrivals(ids.map(() => 'n7'))],
    ['POST /api/door/arrivals', 'of people that there are not', () => arrivals(ids.map(() => randomUUID()))],
    [
      'POST /api/door/walk-in',
      '',
      () => ({ json: { id: randomUUID(), name: 'Luis', at: new Date().toISOString(), email: 'ana7@ejemplb.gt' } }),
    ],
  ]
  const { paths } = JSON.parse((await send(target, 'GET /api/openapi.json')).body)
  const reads = Object.keys(paths).filter((path) => /^.api.(door|auth).[\w/-]+$/.test(path) && paths[path].get)
  expect(reads).toContain('/api/door/summary')
  const costs: Cost[] = []
  // Each read follows a write, because a write invalidates the cached counts.
  for (const path of reads) {
    await send(target, 'POST /api/door/arrivals', { headers: door, ...arrivals(ids.slice(0, 1)) })
    costs.push(await costOf(`GET ${path}`, () => ({}), door))
  }
  for (const [call, which, content] of writes) {
    const cost = await costOf(call, content, door)
    costs.push({ ...cost, call: `${call} ${which}` })
  }
  console.table(costs)
  // Calls that are refused because of limits for phones and accounts must be cheap too.
  expect(costs.filter(({ status }) => ![200, 201, 403, 409, 422, 429].includes(status))).toEqual([])
  expect(costs.filter((cost) => cost.inAll > inAll || cost.piece > inOnePiece)).toEqual([])
})

test.runIf(isFull)(
  'preview, import and undo of large files block the event loop for at most 50 ms',
  { timeout: 600_000 },
  async () => {
    const meter = createMeter()
    const own = await startProduct(meter.env)
    onTestFinished(async () => {
      await own.discard()
      meter.remove()
    })
    const session = await openSession(own)
    const ask = async (call: string, json?: object) => {
      const { status, body } = await send(own, call, { headers: session, json })
      expect([call, status]).toEqual([call, 200])
      return JSON.parse(body)
    }
    const pieces: Record<string, number> = {}
    async function measure(call: string, json?: object, path = call) {
      let answer: unknown
      const piece = await meter.longestPiece(async () => {
        answer = await ask(path, json)
      })
      // Takes the minimum, because the first call compiles code.
      pieces[call] = Math.min(pieces[call] ?? Number.POSITIVE_INFINITY, Math.round(piece))
      return answer as { id: string; added: number; rows: { id: string }[]; taken: string[]; removed: number }
    }
    const everybody = many(limits.importedPeople, (row) => row + 2)
    for (let round = 0; round < 2; round++) {
      // Each round has other titles, so that the import changes every talk.
      const programme = { source: 'pretalx', data: largeProgramme(500).replaceAll('Charla', `Charla ${round},`) }
      const { rows } = await measure('POST /api/import/preview', programme)
      const { taken } = await measure('POST /api/import', { ...programme, accept: rows.map(({ id }) => id) })
      expect(taken.length).toBeGreaterThanOrEqual(500)
      const people = { source: 'csv', data: manyPeople(limits.importedPeople, `ronda${round}`) }
      await measure('POST /api/registrations/import/preview', people)
      const { id, added } = await measure('POST /api/registrations/import', { ...people, accept: everybody })
      const { removed } = await measure(
        'DELETE /api/registrations/import/:id',
        undefined,
        `DELETE /api/registrations/import/${id}`,
      )
      expect([added, removed]).toEqual([limits.importedPeople, limits.importedPeople])
    }
    console.table(pieces)
    expect(Object.entries(pieces).filter(([, piece]) => piece > inOnePiece)).toEqual([])
  },
)
