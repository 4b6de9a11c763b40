import { expect, test } from 'vitest'
import { integrityErrors } from '../../data/db/snapshot.ts'
import { type Client, signedIn } from '../../demo/client.ts'
import { openDatabase } from '../hardening/client.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { rounds } from '../support/full.ts'
import { admin } from '../support/product.ts'
import { report } from './report.ts'

const product = await sharedProduct()
const db = openDatabase(product)

const sequences = rounds(2, 200)
const [steps, workers, largest] = [24, 4, 8]
const names = Array.from({ length: 20 }, (_, index) => `p${index}`)

/** Returns pseudo-random numbers that are equal in each run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

const idOf = (name: string) =>
  db.prepare<[string], string>('SELECT id FROM registrations WHERE email = ?').pluck().get(`${name}@ejemplo.gt`) ?? 'nobody'

/** Does one random action with registrations or places. */
function step(call: Client, pick: (below: number) => number): Promise<Response> {
  const [name, other] = [names[pick(names.length)] ?? '', names[pick(names.length)] ?? '']
  const json = { name, email: `${name}@ejemplo.gt` }
  switch (pick(10)) {
    case 0:
      return call(`PUT /api/registrations/${idOf(name)}`, { status: 'cancelled' })
    case 1:
      return call(`PUT /api/registrations/${idOf(name)}`, { status: 'registered' })
    case 2:
      return call(`PUT /api/registrations/${idOf(name)}`, { company: 'Labs', isConfirmed: true })
    case 3:
      return call(`DELETE /api/registrations/${idOf(name)}`)
    case 4:
      return call(`DELETE /api/registrations/${idOf(name)}/data`)
    case 5:
      return call('POST /api/registrations/merge', { keep: idOf(name), other: idOf(other), take: ['email'] })
    case 6:
      return call('PUT /api/places', { capacity: pick(largest + 1), waitlist: pick(4) > 0 })
    case 7:
      return call('POST /api/registrations/by-hand', json)
    default:
      return call('POST /api/registrations', json)
  }
}

test(`seats are given correctly in ${sequences} random sequences of changes with a kill`, {
  timeout: 3_600_000,
}, async () => {
  const call = await signedIn(product.origin, admin)
  expect((await call('PUT /api/places', { capacity: largest, waitlist: true })).status).toBe(200)
  const seen = new Map<number, number>()
  let cutOff = 0
  for (let sequence = 0; sequence < sequences; sequence++) {
    const pick = numbers(sequence + 1)
    let [done, isKilled] = [0, false]
    const until = 4 + pick(steps - 4)
    const work = async () => {
      while (!isKilled) {
        try {
          const { status } = await step(call, pick)
          seen.set(status, (seen.get(status) ?? 0) + 1)
        } catch {
          cutOff += 1
          return
        }
        done += 1
        if (done !== until) continue
        isKilled = true
        process.kill(product.pid(), 'SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: workers }, work))
    expect(isKilled).toBe(true)
    await product.restart('SIGKILL')
    expectOrder()
  }
  report({ what: `places, ${sequences} sequences killed`, tried: sequences, lost: 0 })
  // The control: the kill interrupted some requests, and many others succeeded.
  expect(cutOff).toBeGreaterThan(0)
  expect((seen.get(200) ?? 0) + (seen.get(201) ?? 0)).toBeGreaterThan(sequences * 2)
})

test('a seat that was freed without being given away is given away at the next start', async () => {
  const call = await signedIn(product.origin, admin)
  for (const name of names) await call(`DELETE /api/registrations/${idOf(name)}/data`)
  await call('PUT /api/places', { capacity: 1, waitlist: true })
  for (const name of ['p1', 'p2']) await call('POST /api/registrations', { name, email: `${name}@ejemplo.gt` })
  await product.end()
  // Deletes in the database, as a restore does, so that no place is given to the waiting person.
  db.prepare("DELETE FROM registrations WHERE status = 'registered'").run()
  await product.restart()
  expect(db.prepare('SELECT name, status FROM registrations').all()).toEqual([{ name: 'p2', status: 'registered' }])
})

/** Checks the places: not more people than places, nobody waits while a place is free, waiting numbers have an order, counts are right. */
function expectOrder(): void {
  expect(integrityErrors(db)).toEqual([])
  const value = db
    .prepare<[], string>("SELECT value FROM revisions WHERE section = 'places' ORDER BY id DESC LIMIT 1")
    .pluck()
    .get()
  const capacity: number | null = value ? JSON.parse(value).capacity : null
  const rows = db
    .prepare<[], { status: string; waitingNumber: number | null }>('SELECT status, waitingNumber FROM registrations')
    .all()
  const count = (status: string) => rows.filter((row) => row.status === status).length
  const line = rows.filter(({ status }) => status === 'waitlisted').map(({ waitingNumber }) => waitingNumber)
  expect(count('registered')).toBeLessThanOrEqual(largest)
  if (line.length > 0) expect(count('registered')).toBeGreaterThanOrEqual(capacity ?? Number.POSITIVE_INFINITY)
  expect(line).not.toContain(null)
  expect(new Set(line).size).toBe(line.length)
  expect(Object.fromEntries(db.prepare<[], [string, number]>('SELECT status, people FROM statusCounts').raw().all())).toEqual({
    registered: count('registered'),
    waitlisted: count('waitlisted'),
    cancelled: count('cancelled'),
  })
}
