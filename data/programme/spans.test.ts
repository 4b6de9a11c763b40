import { expect, test } from 'vitest'
import { itemDefaults, sectionDefaults } from '../content/defaults.ts'
import type { AgendaEvent } from '../content/schema.ts'
import { eventSpan, sessionSpans } from './spans.ts'

const zone = 'America/Guatemala'
const { hero, event: open } = sectionDefaults
const event = (startTime: string, endTime: string, fields: Partial<AgendaEvent> = {}): AgendaEvent => ({
  ...itemDefaults.events,
  id: startTime,
  title: startTime,
  scenarioId: 'hall',
  createdAt: '',
  updatedAt: '',
  startTime,
  endTime,
  ...fields,
})

test.each([
  ['18:00 while there is no agenda', [], '2025-11-21T00:00:00.000Z'],
  ['the end of the last session', [event('09:00', '10:00'), event('16:00', '17:30')], '2025-11-20T23:30:00.000Z'],
  ['an hour after the start of a session without an end', [event('19:00', '')], '2025-11-21T02:00:00.000Z'],
  ['an hour after its start if all sessions end before it', [event('05:00', '06:00')], '2025-11-20T14:00:00.000Z'],
  [
    'the end of the last session on the last day',
    [event('16:00', '17:30'), event('09:00', '12:00', { day: '2025-11-22' })],
    '2025-11-22T18:00:00.000Z',
  ],
])('the conference lasts until %s', (_, events, end) => {
  expect(eventSpan({ hero, event: open, events }, zone)).toEqual({ start: hero.eventDate, end })
})

test('the conference ends at the set end time on its last day', () => {
  const ends = { ...open, endTime: '17:00' }
  const events = [event('09:00', '10:00')]
  expect(eventSpan({ hero, event: ends, events }, zone).end).toBe('2025-11-20T23:00:00.000Z')
  const later = [...events, event('09:00', '10:00', { day: '2025-11-21' })]
  expect(eventSpan({ hero, event: ends, events: later }, zone).end).toBe('2025-11-21T23:00:00.000Z')
  const night = [...events, event('21:00', '01:30', { day: '2025-11-21' })]
  expect(eventSpan({ hero, event: ends, events: night }, zone).end).toBe('2025-11-22T07:30:00.000Z')
})

test('the conference begins with its first session, even before the event date', () => {
  const events = [event('15:00', '18:00', { day: '2025-11-19' }), event('09:00', '10:00')]
  expect(eventSpan({ hero, event: open, events }, zone)).toEqual({
    start: '2025-11-19T21:00:00.000Z',
    end: '2025-11-20T16:00:00.000Z',
  })
})

test('a session without an end lasts until the next one, the end of the event, or an hour', () => {
  const events = [
    event('09:00', ''),
    event('10:00', ''),
    event('19:00', '', { id: 'late' }),
    event('23:30', '', { id: 'night' }),
    event('08:00', '', { id: 'second', day: '2025-11-21' }),
  ]
  const spans = Object.fromEntries(sessionSpans({ hero, event: { ...open, endTime: '18:00' }, events }, zone))
  expect(spans).toEqual({
    '09:00': { start: '2025-11-20T15:00:00.000Z', end: '2025-11-20T16:00:00.000Z' },
    '10:00': { start: '2025-11-20T16:00:00.000Z', end: '2025-11-21T01:00:00.000Z' },
    late: { start: '2025-11-21T01:00:00.000Z', end: '2025-11-21T05:30:00.000Z' },
    night: { start: '2025-11-21T05:30:00.000Z', end: '2025-11-21T06:30:00.000Z' },
    second: { start: '2025-11-21T14:00:00.000Z', end: '2025-11-22T00:00:00.000Z' },
  })
})

test('a session that ends after midnight extends the end of its day and of the conference', () => {
  const events = [event('20:00', '01:30'), event('22:00', '06:00', { id: 'party' })]
  const spans = sessionSpans({ hero, event: open, events }, zone)
  expect([...spans.values()].map(({ end }) => end)).toEqual(['2025-11-21T07:30:00.000Z', '2025-11-21T12:00:00.000Z'])
  expect(eventSpan({ hero, event: open, events }, zone).end).toBe('2025-11-21T12:00:00.000Z')
  const night = { ...open, startTime: '18:00', endTime: '02:00' }
  expect(eventSpan({ hero, event: night, events: [] }, zone).end).toBe('2025-11-21T08:00:00.000Z')
})
