import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minDurationMs } from '../../api/http/in-equal-time.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull, rounds } from '../support/full.ts'
import type { Product } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { openDatabase, send } from './client.ts'

const product = await sharedProduct()
const limited = await sharedProduct({ REGISTRATION_LIMIT: '1' })
/** Nobody answers at this mail server, so queued mails stay. */
const mailed = await sharedProduct({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hola@conferencia.gt' })
const db = openDatabase(product)

type Person = { name: string; email: string }

async function register(json: Person, key?: string): Promise<number> {
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {}
  return (await send(product, 'POST /api/registrations', { json, headers })).status
}

const emails = () => db.prepare<[], string>('SELECT email FROM registrations ORDER BY email').pluck().all()

test("a stranger who registers with another person's e-mail cannot take over the registration", async () => {
  for (const own of [undefined, randomUUID()]) {
    const [strangers, email] = [randomUUID(), `${randomUUID()}@ejemplo.gt`]
    // A stranger registers the victim's e-mail. The victim registers too. Then the stranger sends the form with another e-mail.
    expect(await register({ name: 'Ana', email }, strangers)).toBe(201)
    expect(await register({ name: 'Ana', email }, own)).toBe(201)
    expect(await register({ name: 'Otro', email: `otro-${email}` }, strangers)).toBe(201)
    expect(emails()).toContain(email)
    // The stranger sends it again, now with an e-mail that is registered already.
    expect(await register({ name: 'Otro', email: `otro-${email}` }, strangers)).toBe(201)
    expect(emails()).toContain(email)
    expect(db.prepare('SELECT name FROM registrations WHERE email = ?').pluck().get(email)).toBe('Ana')
  }
})

test('sending the registration form again with another e-mail corrects the e-mail', async () => {
  const key = randomUUID()
  await register({ name: 'Luis', email: 'lius@ejemplo.gt' }, key)
  await register({ name: 'Luis', email: 'luis@ejemplo.gt' }, key)
  expect(emails().filter((email) => /^l[iu]+s@/.test(email))).toEqual(['luis@ejemplo.gt'])
})

const registeredEmail = 'conocido@ejemplo.gt'

const registerCall = 'POST /api/registrations'

/** Share of pairs in which the first duration is the longer one. 0.5 means that durations reveal nothing. */
function shareOfLonger(first: number[], second: number[]): number {
  let longer = 0
  for (const duration of first) for (const other of second) longer += duration > other ? 1 : duration === other ? 0.5 : 0
  return longer / (first.length * second.length)
}

/** Sends a registered and a new e-mail in turns. Returns the distinct answers, and how long each took in milliseconds. */
async function compare(where: Product, call: string, pairs: number) {
  const answers = new Set<string>()
  const durations = { registered: [] as number[], new: [] as number[] }
  const measure = async (kind: keyof typeof durations) => {
    const email = kind === 'registered' ? registeredEmail : `${randomUUID().slice(0, 8)}@ejemplo.gt`
    const start = performance.now()
    const { status, body } = await send(where, call, { json: call === registerCall ? { name: 'José', email } : { email } })
    durations[kind].push(performance.now() - start)
    answers.add(`${status} ${body}`)
  }
  for (let count = 0; count < pairs; count++) {
    const order = ['registered', 'new'] as const
    for (const kind of count % 2 ? order : order.toReversed()) await measure(kind)
  }
  return { answers: [...answers], durations }
}

test.each([
  ['without a mail server', product, registerCall, 'open', 201],
  ['with mails to be sent', mailed, registerCall, 'open', 201],
  ['with mails to be sent, when registration is closed', mailed, registerCall, 'closed', 409],
  ['when asking for the link', mailed, 'POST /api/registrations/recover', 'closed', 202],
] as const)(
  'text and time of the response do not reveal if an e-mail is registered: %s',
  async (what, where, call, state, status) => {
    await send(where, registerCall, { json: { name: 'José', email: registeredEmail } })
    if (state === 'closed') {
      const json = { closesAt: '2025-01-01T12:00:00Z' }
      expect((await send(where, 'PUT /api/places', { json, headers: await openSession(where) })).status).toBe(200)
    }
    const { answers, durations } = await compare(where, call, rounds(20, 2500))
    expect(answers).toEqual([expect.stringMatching(new RegExp(`^${status} `))])
    expect(Math.min(...durations.registered, ...durations.new)).toBeGreaterThanOrEqual(minDurationMs)
    if (!isFull) return
    // The first hundred answers compile code, so they do not count.
    const share = shareOfLonger(durations.registered.slice(100), durations.new.slice(100))
    console.log(`registered e-mails answered later ${what}: ${share.toFixed(3)}`)
    expect(Math.max(share, 1 - share)).toBeLessThanOrEqual(0.55)
  },
)

test('above the registration limit, a form leads to a page that keeps the typed text', async () => {
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
  // The page returns only as much text as a visitor may type.
  const longest = await send(limited, 'POST /api/registrations', { headers, body: `comments=${'x'.repeat(40_000)}` })
  expect(longest.body.length).toBeLessThan(10_000)
})
