import { expect, test } from 'vitest'
import { instantOn } from '../data/zone.ts'
import { eventDay } from './dates.ts'

const zone = 'America/Guatemala'

test('the event’s day is in uppercase Spanish, in the event’s zone whatever the machine’s', () => {
  expect(eventDay(zone, '2025-11-20T13:00:00.000Z')).toBe('20 NOV, 2025')
  expect(eventDay(zone, '2026-01-02T03:00:00.000Z')).toBe('01 ENE, 2026')
})

test('a time of the agenda is an instant on the event’s day', () => {
  expect(instantOn(zone, '2025-11-20T13:00:00.000Z', '09:30')).toBe('2025-11-20T15:30:00.000Z')
  expect(instantOn('Europe/Madrid', '2025-07-01T05:00:00.000Z', '09:30')).toBe('2025-07-01T07:30:00.000Z')
})
