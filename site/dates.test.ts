import { expect, test } from 'vitest'
import { sectionDefaults } from '../data/defaults.ts'
import { instantOn } from '../data/zone.ts'
import { eventSpan, googleCalendarUrl } from './calendar.ts'
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

const { hero, event: open } = sectionDefaults
const event = (startTime: string, endTime: string) => ({ startTime, endTime }) as never

test.each([
  ['18:00 while there is no agenda', [], '2025-11-21T00:00:00.000Z'],
  ['the end of the last session', [event('09:00', '10:00'), event('16:00', '17:30')], '2025-11-20T23:30:00.000Z'],
  ['the start of one that is open-ended', [event('19:00', '')], '2025-11-21T01:00:00.000Z'],
  ['an hour after its start when the agenda is earlier', [event('05:00', '06:00')], '2025-11-20T14:00:00.000Z'],
])('the event lasts until %s', (_, events, end) => {
  expect(eventSpan({ hero, event: open, events }, zone)).toEqual({ start: hero.eventDate, end })
})

test('an hour set for its end counts for more than the agenda', () => {
  const ends = { ...open, endTime: '17:00' }
  expect(eventSpan({ hero, event: ends, events: [event('09:00', '10:00')] }, zone).end).toBe('2025-11-20T23:00:00.000Z')
})

test('Google Calendar gets instants in UTC and the zone by its name, so that nobody comes hours late', () => {
  const { searchParams } = new URL(googleCalendarUrl(hero, eventSpan({ hero, event: open, events: [] }, zone), zone))
  expect([searchParams.get('dates'), searchParams.get('ctz'), searchParams.get('text')]).toEqual([
    '20251120T130000Z/20251121T000000Z',
    zone,
    hero.title,
  ])
})
