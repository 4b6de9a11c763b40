import { expect, test } from 'vitest'
import { endAfter, minutesBetween } from './times.ts'

test("changing a session's start also moves its end", () => {
  expect(minutesBetween('09:00', '10:15')).toBe(75)
  expect(endAfter('09:45', 75)).toBe('11:00')
  expect(minutesBetween('22:45', '00:15')).toBe(90)
  expect([endAfter('22:30', 75), endAfter('22:45', 75)]).toEqual(['23:45', '00:00'])
  expect([endAfter('23:30', 90), endAfter('23:00', 8 * 60)]).toEqual(['01:00', null])
})

test('the length of a session without an end, or with an end before its start, is null', () => {
  expect([minutesBetween('', '10:00'), minutesBetween('09:00', ''), minutesBetween('10:00', '09:00')]).toEqual([null, null, null])
})
