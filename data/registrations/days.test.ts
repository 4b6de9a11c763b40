import { expect, test } from 'vitest'
import { createRegistration, memoryDb } from '../testing.ts'
import { countRegistrationsByDay } from './days.ts'

function registeredAt(...instants: string[]) {
  const db = memoryDb()
  for (const [index, at] of instants.entries()) createRegistration(db, { name: 'José', email: `${index}@ejemplo.gt` }, at)
  return db
}

test('returns an empty list if there are no registrations', () => {
  expect(countRegistrationsByDay(registeredAt(), 'America/Guatemala')).toEqual([])
})

test("counts registrations by days of the event's time zone, including empty days", () => {
  const db = registeredAt(
    '2025-06-01T05:59:59.999Z',
    '2025-06-01T06:00:00.000Z',
    '2025-06-02T05:59:59.999Z',
    '2025-06-03T18:00:00.000Z',
  )
  expect(countRegistrationsByDay(db, 'America/Guatemala')).toEqual([
    { day: '2025-05-31', count: 1 },
    { day: '2025-06-01', count: 2 },
    { day: '2025-06-02', count: 0 },
    { day: '2025-06-03', count: 1 },
  ])
})

test('a registration with a very old date does not fill the list with empty days', () => {
  const days = countRegistrationsByDay(registeredAt('1000-01-01T00:00:00.000Z', '2025-06-01T12:00:00.000Z'), 'America/Guatemala')
  expect([days.length, days.at(-1)]).toEqual([732, { day: '2025-06-01', count: 1 }])
})

test('counts a day of 23 or 25 hours as one day', () => {
  const db = registeredAt('2025-03-29T23:30:00.000Z', '2025-03-30T21:30:00.000Z', '2025-03-30T22:30:00.000Z')
  expect(countRegistrationsByDay(db, 'Europe/Madrid')).toEqual([
    { day: '2025-03-30', count: 2 },
    { day: '2025-03-31', count: 1 },
  ])
  const autumn = registeredAt('2025-10-25T22:30:00.000Z', '2025-10-26T22:30:00.000Z', '2025-10-26T23:30:00.000Z')
  expect(countRegistrationsByDay(autumn, 'Europe/Madrid')).toEqual([
    { day: '2025-10-26', count: 2 },
    { day: '2025-10-27', count: 1 },
  ])
})

test('counts days from midnight to midnight in a time zone of UTC+5:45', () => {
  expect(countRegistrationsByDay(registeredAt('2025-06-01T18:14:59.999Z', '2025-06-01T18:15:00.000Z'), 'Asia/Kathmandu')).toEqual(
    [
      { day: '2025-06-01', count: 1 },
      { day: '2025-06-02', count: 1 },
    ],
  )
})
