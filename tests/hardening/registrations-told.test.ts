import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import type { Product } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { openDatabase, send } from './client.ts'

const product = await sharedProduct()
const limited = await sharedProduct({ REGISTRATION_LIMIT: '1' })
/** One whose mail server is never there: what is queued stays, and nothing else is written meanwhile. */
const mailed = await sharedProduct({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hola@conferencia.gt' })
const db = openDatabase(product)

type Person = { name: string; email: string }

async function register(json: Person, key?: string): Promise<number> {
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {}
  return (await send(product, 'POST /api/registrations', { json, headers })).status
}

const emails = () => db.prepare<[], string>('SELECT email FROM registrations ORDER BY email').pluck().all()

test('prevents the removal of another person’s registration after its owner was told of it', async () => {
  for (const own of [undefined, randomUUID()]) {
    const [strangers, email] = [randomUUID(), `${randomUUID()}@ejemplo.gt`]
    // A stranger registers the victim's e-mail, the victim does too and is told so, and the stranger sends theirs again.
    expect(await register({ name: 'Ana', email }, strangers)).toBe(201)
    expect(await register({ name: 'Ana', email }, own)).toBe(201)
    expect(await register({ name: 'Otro', email: `otro-${email}` }, strangers)).toBe(201)
    expect(emails()).toContain(email)
    // Nor can it be removed by moving it to one that is registered.
    expect(await register({ name: 'Otro', email: `otro-${email}` }, strangers)).toBe(201)
    expect(emails()).toContain(email)
    expect(db.prepare('SELECT name FROM registrations WHERE email = ?').pluck().get(email)).toBe('Ana')
  }
})

test('a visitor may still correct a registration that nobody else was told of', async () => {
  const key = randomUUID()
  await register({ name: 'Luis', email: 'lius@ejemplo.gt' }, key)
  await register({ name: 'Luis', email: 'luis@ejemplo.gt' }, key)
  expect(emails().filter((email) => /^l[iu]+s@/.test(email))).toEqual(['luis@ejemplo.gt'])
})

/** How likely a guess is right that takes the longer of two times for the first kind: 0.5 is no more than chance. */
function chance(first: number[], second: number[]): number {
  let wins = 0
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0
  return wins / (first.length * second.length)
}

/** What becomes of an e-mail that is registered, again and again, and of ones that are not: pages written, and milliseconds. */
async function compare(where: Product, times: number) {
  const db = openDatabase(where)
  const known = { name: 'José', email: 'conocido@ejemplo.gt' }
  const answers = new Set<string>()
  const write = async (json: Person): Promise<number> => {
    const [before] = db.pragma('wal_checkpoint(TRUNCATE)') as { log: number }[]
    expect(before?.log).toBe(0)
    const { status, body } = await send(where, 'POST /api/registrations', { json })
    answers.add(`${status} ${body}`)
    const [after] = db.pragma('wal_checkpoint(PASSIVE)') as { log: number }[]
    return after?.log ?? -1
  }
  const someone = () => ({ name: 'José', email: `${randomUUID().slice(0, 8)}@ejemplo.gt` })
  // Pages that are written, and so waited for: the disk is most of the time.
  const pages = { known: [] as number[], new: [] as number[] }
  for (let count = 0; count < 20; count++) {
    pages.known.push(await write(known))
    pages.new.push(await write(someone()))
  }
  const most = (counts: number[]) => counts.toSorted((a, b) => a - b)[10] ?? 0
  const ms = { known: [] as number[], new: [] as number[] }
  const measure = async (kind: keyof typeof ms, json: Person) => {
    const start = performance.now()
    await send(where, 'POST /api/registrations', { json })
    ms[kind].push(performance.now() - start)
  }
  for (let count = 0; count < times; count++) {
    const pair = [() => measure('known', known), () => measure('new', someone())]
    for (const one of count % 2 ? pair : pair.toReversed()) await one()
  }
  // The first hundred compile what has not run yet.
  const auc = chance(ms.known.slice(100), ms.new.slice(100))
  return { answers, pages: { known: most(pages.known), new: most(pages.new) }, auc }
}

test.each([
  ['without a mail server', product, 'open'],
  ['with mails to be sent', mailed, 'open'],
  ['with mails to be sent, when registration is closed', mailed, 'closed'],
] as const)('hides whether an e-mail is registered, in texts and in the time of the answer: %s', async (what, where, state) => {
  await send(where, 'POST /api/registrations', { json: { name: 'José', email: 'conocido@ejemplo.gt' } })
  if (state === 'closed') {
    const json = { closesAt: '2025-01-01T12:00:00Z' }
    expect((await send(where, 'PUT /api/places', { json, headers: await openSession(where) })).status).toBe(200)
  }
  const { answers, pages, auc } = await compare(where, isFull ? 2500 : 0)
  expect(answers.size).toBe(1)
  expect(pages.known).toBeGreaterThan(0)
  expect(Math.abs(pages.known - pages.new)).toBeLessThanOrEqual(1)
  if (!isFull) return
  console.log(`told apart by time ${what}: ${auc.toFixed(3)}`)
  expect(Math.max(auc, 1 - auc)).toBeLessThanOrEqual(0.55)
})

test('asking for the link of a registration tells in no way whether the e-mail is registered', async () => {
  const where = mailed
  const db = openDatabase(where)
  db.prepare(
    "INSERT INTO mails (id, kind, registrationId, email, name, searchText, messageId, createdAt, nextAt) SELECT 'x', 'recovered', id, email, name, '', 'x', '2099', '2099' FROM registrations WHERE email = 'conocido@ejemplo.gt'",
  ).run()
  const answers = new Set<string>()
  const pagesOf = async (email: string) => {
    db.pragma('wal_checkpoint(TRUNCATE)')
    const { status, body } = await send(where, 'POST /api/registrations/recover', { json: { email } })
    answers.add(`${status} ${body}`)
    const [after] = db.pragma('wal_checkpoint(PASSIVE)') as { log: number }[]
    return after?.log ?? -1
  }
  const pages = { known: [] as number[], unknown: [] as number[] }
  for (let count = 0; count < 20; count++) {
    pages.known.push(await pagesOf('conocido@ejemplo.gt'))
    pages.unknown.push(await pagesOf(`${randomUUID().slice(0, 8)}@ejemplo.gt`))
  }
  const middle = (counts: number[]) => counts.toSorted((a, b) => a - b)[10] ?? 0
  expect([...answers]).toEqual(['202 {"accepted":true}'])
  expect(middle(pages.known)).toBeGreaterThan(0)
  expect(Math.abs(middle(pages.known) - middle(pages.unknown))).toBeLessThanOrEqual(1)
})

test('a form refused for the number of registrations is a small page with the typed text', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const typed = { name: 'José "Pepe" <b>', email: 'jose@ejemplo.gt', phone: '+502 5555', comments: 'Llego\ntarde' }
  const body = new URLSearchParams(typed).toString()
  await send(limited, 'POST /api/registrations', { headers, body })
  const refused = await send(limited, 'POST /api/registrations', { headers, body })
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect(refused.body.length).toBeLessThan(5_000)
  expect(refused.body).toContain('Hay muchos registros en este momento')
  expect(refused.body).toContain('value="José &quot;Pepe&quot; &lt;b&gt;"')
  expect(refused.body).toContain('href="/#registro"')
  expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
  // As much as may be typed, and no more, comes back.
  const longest = await send(limited, 'POST /api/registrations', { headers, body: `comments=${'x'.repeat(40_000)}` })
  expect(longest.body.length).toBeLessThan(10_000)
})
