import { expect, test } from 'vitest'
import { isAfter } from '../clock-time.ts'
import { daysOf, endsOf } from './days.ts'

const event = (
  id: string,
  scenarioId: string,
  startTime: string,
  more: { endTime?: string; day?: string; isPlenary?: boolean } = {},
) => ({
  id,
  scenarioId,
  startTime,
  endTime: '',
  day: '',
  isPlenary: false,
  ...more,
})

test('sessions without a day are listed on the day of the event', () => {
  const events = [event('b', 'x', '09:00', { day: '2027-03-05' }), event('a', 'x', '10:00'), event('c', 'x', '11:00')]
  expect(daysOf(events, '2027-03-04').map(({ day, events }) => [day, events.map(({ id }) => id).join(' ')])).toEqual([
    ['2027-03-04', 'a c'],
    ['2027-03-05', 'b'],
  ])
  expect(daysOf([], '2027-03-04')).toEqual([])
})

test('a session without an end ends when the next session in its room begins', () => {
  const events = [
    event('own', 'x', '08:00', { endTime: '08:20' }),
    event('a', 'x', '09:00'),
    event('same start', 'x', '09:00'),
    event('b', 'y', '09:30'),
    event('c', 'x', '10:00'),
    event('coffee', '', '10:30', { isPlenary: true }),
    event('d', 'y', '11:00'),
    event('e', 'x', '12:00'),
  ]
  expect(Object.fromEntries(endsOf(events))).toEqual({
    own: '08:20',
    a: '10:00',
    'same start': '10:00',
    b: '10:30',
    c: '10:30',
    coffee: '11:00',
    d: '',
    e: '',
  })
})

test.each([
  ['10:00', '09:00', true],
  ['09:00', '09:00', false],
  ['08:00', '09:00', false],
  ['01:30', '20:00', true],
  ['06:00', '12:00', true],
  ['06:01', '20:00', false],
  ['06:00', '11:59', false],
])('the end time %s is accepted after the start time %s: %s', (end, start, expected) => {
  expect(isAfter(end, start)).toBe(expected)
})
