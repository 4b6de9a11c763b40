import { expect, test } from 'vitest'
import { remaining } from './remaining.ts'

const second = 1000
const day = 86_400 * second

test.each([
  ['days, hours, minutes and seconds', 2 * day + 3_661 * second, { days: 2, hours: 1, minutes: 1, seconds: 1 }],
  ['one second until the last second is over', 1, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
  ['zeros at the end', 0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  ['zeros after the end, never negative numbers', -5 * day, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
])('the countdown shows %s', (_, left, expected) => {
  const now = Date.parse('2025-11-18T00:00:00Z')
  expect(remaining(now + left, now)).toEqual(expected)
})
