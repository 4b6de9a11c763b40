import { expect, test } from 'vitest'
import { addMinutes, minutesBetween } from './times.ts'

test('an end moves along within its day, and not into the next', () => {
  expect(minutesBetween('09:00', '10:15')).toBe(75)
  expect(addMinutes('09:45', 75)).toBe('11:00')
  expect(addMinutes('22:44', 75)).toBe('23:59')
  expect(addMinutes('22:45', 75)).toBeNull()
  expect([addMinutes('09:00', -30), addMinutes('00:15', -30)]).toEqual(['08:30', null])
})

test('without an end, or with one that is not later, there is no length to keep', () => {
  expect([minutesBetween('', '10:00'), minutesBetween('09:00', ''), minutesBetween('10:00', '09:00')]).toEqual([null, null, null])
})
