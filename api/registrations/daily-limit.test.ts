import { expect, test } from 'vitest'
import { createDailyLimit } from './daily-limit.ts'

const hour = 60 * 60 * 1000

test('an IP address above the daily limit of registrations waits until the next day', () => {
  let now = 5 * hour
  const limit = createDailyLimit(
    () => 3,
    () => now,
  )
  for (let count = 0; count < 3; count++) {
    expect(limit.wait('192.0.2.1')).toBe(0)
    limit.count('192.0.2.1')
    now += hour
  }
  expect([limit.wait('192.0.2.1'), limit.wait('192.0.2.2')]).toEqual([21 * 60 * 60, 0])
  now += 21 * hour
  expect(limit.wait('192.0.2.1')).toBe(0)
})

test('counts the registrations of at most 100,000 IP addresses', () => {
  const limit = createDailyLimit(
    () => 1,
    () => 0,
  )
  for (let count = 0; count <= 100_000; count++) limit.count(`address ${count}`)
  expect([limit.wait('address 0') > 0, limit.wait('address 1') > 0]).toEqual([false, true])
})
