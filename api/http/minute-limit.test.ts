import { beforeEach, expect, test } from 'vitest'
import { holdClock } from '../../data/testing.ts'
import { createRegistrationLimiter } from './minute-limit.ts'

// The clock stands still, so that a slow machine does not reach the next minute.
beforeEach(() => holdClock())

type Limiter = ReturnType<typeof createRegistrationLimiter>

/** Registers `count` times from an address and returns the waits in seconds. */
async function register(limiter: Limiter, address: string, count: number): Promise<number[]> {
  const waits: number[] = []
  for (let tries = 0; tries < count; tries++) {
    const wait = await limiter.attempt(address)
    waits.push(wait)
    if (wait === 0) await limiter.stored()
  }
  return waits
}

test('limits attempts to register per IP address', async () => {
  const limiter = createRegistrationLimiter(5)
  for (let count = 0; count < 5; count++) expect(await limiter.attempt('10.0.0.1')).toBe(0)
  expect(await limiter.attempt('10.0.0.1')).toBe(60)
  expect(await limiter.attempt('10.0.0.2')).toBe(0)
})

test('when the limit for all visitors is reached, each IP address may register a few times', async () => {
  const limiter = createRegistrationLimiter(5)
  for (let count = 0; count < 10; count++) expect(await register(limiter, `10.0.0.${count}`, 5)).toEqual([0, 0, 0, 0, 0])
  expect(await register(limiter, '10.0.1.1', 5)).toEqual([0, 0, 0, 60, 60])
  expect(await register(limiter, '10.0.1.2', 1)).toEqual([0])
})

test('rejected attempts to register count only against their own IP address', async () => {
  const limiter = createRegistrationLimiter(5)
  for (let address = 0; address < 100; address++) {
    for (let count = 0; count < 10; count++) await limiter.attempt(`10.0.0.${address}`)
  }
  expect(await register(limiter, '10.0.1.1', 5)).toEqual([0, 0, 0, 0, 0])
})

test('a registration limit of 0 means no limit', async () => {
  const limiter = createRegistrationLimiter(0)
  expect(new Set(await register(limiter, '10.0.0.1', 1000))).toEqual(new Set([0]))
})
