import { expect, test } from 'vitest'
import { createRegistrationLimiter } from './limits.ts'

test('registrations are limited for each address, and for all at ten times that', async () => {
  const limiter = createRegistrationLimiter(2)
  const attempts = async (address: string) => [await limiter.attempt(address), await limiter.attempt(address)]
  expect(await attempts('10.0.0.1')).toEqual([0, 0])
  expect(await limiter.attempt('10.0.0.1')).toBe(60)
  for (let count = 2; count <= 10; count++) expect(await attempts(`10.0.0.${count}`)).toEqual([0, 0])
  expect(await limiter.attempt('10.0.0.11')).toBe(60)
})

test('a registration limit of 0 is no limit, for load tests', async () => {
  const limiter = createRegistrationLimiter(0)
  for (let count = 0; count < 1000; count++) expect(await limiter.attempt('10.0.0.1')).toBe(0)
})
