import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull } from '../support/full.ts'
import { startProduct } from '../support/product.ts'
import { openDatabase, send } from './client.ts'

const limited = { REGISTRATION_LIMIT: '20', TRUST_PROXY: '1' }
const product = await sharedProduct(limited)
const open = await sharedProduct({ TRUST_PROXY: '1', REGISTRATION_LIMIT: '30' })

type Person = { name?: string; email?: string }

/** Registers from an IP address, which the proxy in front would name. */
function registerFrom(address: string, json: Person, target = product) {
  return send(target, 'POST /api/registrations', { json, headers: { 'X-Forwarded-For': address } })
}

const person = (): Required<Person> => ({ name: 'José', email: `${randomUUID()}@ejemplo.gt` })

async function statusesOf(
  count: number,
  attempt: (index: number) => Promise<{ status: number }>,
): Promise<Record<number, number>> {
  const seen: Record<number, number> = {}
  for (const { status } of await Promise.all(Array.from({ length: count }, (_, index) => attempt(index)))) {
    seen[status] = (seen[status] ?? 0) + 1
  }
  return seen
}

test('an IPv6 network of 64 bits has one limit of registrations', async () => {
  const seen = await statusesOf(40, (index) => registerFrom(`2001:db8:1:2:${index.toString(16)}::${index}`, person()))
  expect(seen).toEqual({ 201: 20, 429: 20 })
  expect((await registerFrom('2001:db8:1:3::1', person())).status).toBe(201)
})

test('however an IPv4 address is written, it has one limit of registrations', async () => {
  await statusesOf(20, () => registerFrom('10.1.1.1', person()))
  for (const written of ['10.1.1.1', '::ffff:10.1.1.1', '::ffff:a01:101', '0:0:0:0:0:FFFF:0a01:0101']) {
    expect([written, (await registerFrom(written, person())).status]).toEqual([written, 429])
  }
})

test('rejected registrations count only against the limit of their own IP address', async () => {
  for (let round = 0; round < 6; round++) await statusesOf(100, () => registerFrom('2001:db8:5:5::1', {}))
  for (let index = 0; index < 15; index++) {
    // Each address uses up its limit without registering anybody.
    await statusesOf(20, () => registerFrom(`10.2.2.${index}`, { name: '' }))
  }
  expect(await statusesOf(50, (index) => registerFrom(`10.3.3.${index}`, person()))).toEqual({ 201: 50 })
})

test.runIf(isFull)('IP addresses with few registrations can register despite the limit for all visitors', async () => {
  // Uses a new product, because earlier registrations count for a minute.
  const product = await startProduct(limited)
  onTestFinished(product.discard)
  const registerAt = (address: string) => registerFrom(address, person(), product)
  // 20 addresses use up ten times the limit of one address.
  for (let index = 0; index < 20; index++) await statusesOf(20, () => registerAt(`10.4.4.${index}`))
  const late = await statusesOf(20, () => registerAt('10.5.5.5'))
  expect(late[201]).toBeGreaterThanOrEqual(2)
  expect(late[429]).toBeGreaterThan(0)
  // An address without registrations is not refused.
  expect(await statusesOf(60, (index) => registerAt(`10.6.6.${index}`))).toEqual({ 201: 60 })
})

test('stores registrations of visitors while attackers register at full rate', async () => {
  const attackers = [...Array.from({ length: 10 }, (_, index) => `10.66.0.${index}`), '2001:db8:66:66::']
  let isOver = false
  let attacks = 0
  async function attack(index: number): Promise<void> {
    while (!isOver) {
      const base = attackers[index % attackers.length] ?? ''
      const address = base.endsWith('::') ? `${base}${(attacks % 65_536).toString(16)}` : base
      const form = { body: `name=x&comments=${'x'.repeat(4_000)}`, type: 'application/x-www-form-urlencoded' }
      const valid = { body: JSON.stringify(person()), type: 'application/json' }
      const invalid = { body: '{}', type: 'application/json' }
      const { body, type } = [form, valid, invalid][attacks++ % 3] ?? invalid
      await send(open, 'POST /api/registrations', { body, headers: { 'Content-Type': type, 'X-Forwarded-For': address } }).catch(
        () => {},
      )
    }
  }
  const attacking = Array.from({ length: isFull ? 110 : 44 }, (_, index) => attack(index))

  const visits: { email: string; status: number; ms: number }[] = []
  const rounds = isFull ? 100 : 5
  for (let round = 0; round < rounds; round++) {
    const one = async (index: number) => {
      const { name, email } = person()
      const start = performance.now()
      const { status } = await registerFrom(`172.16.${round}.${index}`, { name, email }, open)
      visits.push({ email, status, ms: performance.now() - start })
    }
    await Promise.all(Array.from({ length: 10 }, (_, index) => one(index)))
  }
  isOver = true
  await Promise.all(attacking)

  // The duration depends on the machine, so only a full run checks it.
  const through = visits.filter(({ status, ms }) => status === 201 && (!isFull || ms < 2_000))
  const slowest = Math.round(Math.max(...visits.map(({ ms }) => ms)))
  console.log(`${attacks} attacks; visitors through: ${through.length} of ${visits.length}, the slowest in ${slowest} ms`)
  // The control: there were more attacks than visits.
  expect(attacks).toBeGreaterThan(visits.length)
  expect(through.length).toBeGreaterThanOrEqual(visits.length * 0.99)
  const stored = new Set(openDatabase(open).prepare('SELECT email FROM registrations').pluck().all())
  expect(visits.filter(({ email, status }) => status === 201 && !stored.has(email))).toEqual([])
})
