import { expect, test } from 'vitest'
import type { AgendaEvent } from '../content/schema.ts'
import { deletionInstant } from './planned-deletion.ts'

const guatemala = 'America/Guatemala'
const facts = { retentionDays: 30, eventDate: '2025-11-20T13:00:00.000Z', events: [], knownSince: '2025-01-01T00:00:00.000Z' }

test.each([
  ['30 whole days after the event’s day', {}, '2025-12-21T06:00:00.000Z'],
  ['the night after the event', { retentionDays: 0 }, '2025-11-21T06:00:00.000Z'],
  ['counted from the last of several days', { events: [{ day: '2025-11-22' } as AgendaEvent] }, '2025-12-23T06:00:00.000Z'],
  ['30 days after the date in the time zone of the event', { eventDate: '2025-11-21T02:00:00.000Z' }, '2025-12-21T06:00:00.000Z'],
  ['not before the plan has been known for a week', { knownSince: '2026-02-01T10:00:00.000Z' }, '2026-02-08T10:00:00.000Z'],
])("the deletion date of people's data: %s", (_, other, at) => {
  expect(deletionInstant({ ...facts, ...other }, guatemala)).toBe(at)
})

test("without a retention period, no deletion of people's data is planned", () => {
  expect(deletionInstant({ ...facts, retentionDays: null }, guatemala)).toBeNull()
})
