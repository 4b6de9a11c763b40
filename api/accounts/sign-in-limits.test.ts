import { beforeEach, expect, test, vi } from 'vitest'
import { holdClock, memoryDb } from '../../data/testing.ts'
import { createSignInLimiter } from './sign-in-limits.ts'

beforeEach(() => holdClock('2025-06-01T12:00:00.000Z'))

const minute = 60
const hour = 60 * minute
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

type Limiter = ReturnType<typeof createSignInLimiter>

/** Tries to sign in until the address has to wait, and returns the wait in seconds. */
async function exceed(limiter: Limiter, account: string, address: string): Promise<number> {
  for (;;) {
    const wait = await limiter.attempt(account, address)
    if (wait > 0) return wait
  }
}

test('an account allows 10 sign-in attempts per IP address and 50 in total', async () => {
  const limiter = createSignInLimiter(memoryDb())
  const waits: number[] = []
  for (let count = 0; count < 50; count++) waits.push(await limiter.attempt('ana', `10.0.0.${count % 5}`))
  expect(waits).toEqual(Array(50).fill(0))
  expect(await limiter.attempt('ana', '10.0.0.0')).toBeGreaterThan(0)
  expect(await limiter.attempt('ana', '10.0.0.9')).toBe(hour)
  expect(await limiter.attempt('luis', '10.0.0.0')).toBe(0)
})

test('attempts from a locked IP address do not lock the account for other IP addresses', async () => {
  const limiter = createSignInLimiter(memoryDb())
  for (let count = 0; count < 60; count++) await limiter.attempt('ana', '10.0.0.1')
  expect(await limiter.attempt('ana', '10.0.0.2')).toBe(0)
})

test('the counts of sign-in attempts survive a restart', async () => {
  const db = memoryDb()
  for (let count = 0; count < 10; count++) await createSignInLimiter(db).attempt('ana', '10.0.0.1')
  expect(await createSignInLimiter(db).attempt('ana', '10.0.0.1')).toBeGreaterThan(0)
})

test('the right password resets the count of wrong passwords', async () => {
  const limiter = createSignInLimiter(memoryDb())
  for (let count = 0; count < 10; count++) await limiter.attempt('ana', '10.0.0.1')
  await limiter.succeeded('ana', '10.0.0.1')
  expect(await limiter.attempt('ana', '10.0.0.1')).toBe(0)
})

test('each further lockout within a day lasts twice as long, up to four hours', async () => {
  const limiter = createSignInLimiter(memoryDb())
  const waits: number[] = []
  for (let times = 0; times < 6; times++) {
    const wait = await exceed(limiter, 'ana', '10.0.0.1')
    waits.push(wait / minute)
    pass(wait - 1)
    expect(await limiter.attempt('ana', '10.0.0.1')).toBe(1)
    pass(1)
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 240])
  pass(24 * hour)
  expect(await exceed(limiter, 'ana', '10.0.0.1')).toBe(15 * minute)
})

test('attempts during a lockout do not prolong the lockout', async () => {
  const limiter = createSignInLimiter(memoryDb())
  const wait = await exceed(limiter, 'ana', '10.0.0.1')
  for (let count = 0; count < 30; count++) await limiter.attempt('ana', '10.0.0.1')
  pass(wait)
  expect(await limiter.attempt('ana', '10.0.0.1')).toBe(0)
})

test("a locked account still accepts sign-ins from its owner's usual IP address", async () => {
  const limiter = createSignInLimiter(memoryDb())
  await limiter.attempt('ana', '10.9.9.9')
  await limiter.succeeded('ana', '10.9.9.9')
  for (let count = 0; count < 60; count++) await limiter.attempt('ana', `10.0.0.${count}`)
  expect(await limiter.attempt('ana', '10.0.0.99')).toBeGreaterThan(0)
  expect(await limiter.attempt('luis', '10.9.9.9')).toBe(0)
  expect(await limiter.attempt('ana', '10.9.9.9')).toBe(0)
  // An IP address that has signed in before may also try only ten times, and then waits 15 minutes.
  expect(await exceed(limiter, 'ana', '10.9.9.9')).toBe(15 * minute)
})

test("an IP address counts as its owner's usual one for 90 days after the last sign-in", async () => {
  const limiter = createSignInLimiter(memoryDb())
  for (let times = 0; times < 2; times++) {
    await limiter.succeeded('ana', '10.9.9.9')
    pass(60 * 24 * hour)
  }
  for (let count = 0; count < 60; count++) await limiter.attempt('ana', `10.0.0.${count}`)
  expect(await limiter.attempt('ana', '10.0.0.99')).toBeGreaterThan(0)
  expect(await limiter.attempt('ana', '10.9.9.9')).toBe(0)
})

test('the database contains neither the e-mail nor the IP address of a sign-in attempt', async () => {
  const db = memoryDb()
  const limiter = createSignInLimiter(db)
  await exceed(limiter, 'ana@ejemplo.gt', '10.0.0.1')
  await limiter.succeeded('ana@ejemplo.gt', '10.0.0.1')
  const keys = db.prepare<[], string>('SELECT key FROM limits').pluck().all()
  expect(keys.length).toBeGreaterThan(0)
  expect(keys.filter((key) => /ana|ejemplo|10\.0/.test(key))).toEqual([])
})

test('deletes the attempt counters of unknown accounts once they have expired', async () => {
  const db = memoryDb()
  const limiter = createSignInLimiter(db)
  const count = () => db.prepare<[], number>('SELECT count(*) FROM limits').pluck().get()
  for (let account = 0; account < 20; account++) await limiter.attempt(`nadie${account}`, '10.0.0.1')
  expect(count()).toBe(40)
  pass(2 * hour)
  await limiter.attempt('ana', '10.0.0.1')
  expect(count()).toBe(2)
})
