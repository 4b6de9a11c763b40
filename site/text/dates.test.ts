import { expect, test } from 'vitest'
import { instantOfDay, instantOn, instantsOfDay } from '../../data/zone.ts'
import { daysInWords } from './dates.ts'

const zone = 'America/Guatemala'

test('converts a local time on the day of the event to UTC', () => {
  expect(instantOn(zone, '2025-11-20T13:00:00.000Z', '09:30')).toBe('2025-11-20T15:30:00.000Z')
  expect(instantOn('Europe/Madrid', '2025-07-01T05:00:00.000Z', '09:30')).toBe('2025-07-01T07:30:00.000Z')
})

test.each([
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00.000Z'],
  ['Australia/Sydney', '2026-04-05', '02:59', '2026-04-04T15:59:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '01:59', '2026-10-24T23:59:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
])('in %s on %s the local time %s is %s, or the first of two if the clock is set back', (timeZone, day, time, instant) => {
  expect(instantOfDay(timeZone, day, time)).toBe(instant)
})

test.each([
  ['America/Guatemala', '2027-03-04'],
  // Days with a clock change: 23 hours, 25 hours, and a change by half an hour.
  ['Europe/Madrid', '2027-03-28'],
  ['Europe/Madrid', '2027-10-31'],
  ['Australia/Lord_Howe', '2027-04-04'],
])('in %s on %s, a table converts all times of the day as single conversions do', (timeZone, day) => {
  const at = instantsOfDay(timeZone, day)
  for (const time of ['00:00', '01:59', '02:30', '03:00', '09:45', '23:59'])
    expect(at(time)).toBe(instantOfDay(timeZone, day, time))
})

test('several days of the event are written as one range', () => {
  expect(daysInWords(['2027-03-04'])).toBe('04 MAR, 2027')
  expect(daysInWords(['2027-03-04', '2027-03-06'])).toBe('04 – 06 MAR, 2027')
  expect(daysInWords(['2027-04-30', '2027-05-01', '2027-05-02'])).toBe('30 ABR – 02 MAY, 2027')
  expect(daysInWords(['2027-12-31', '2028-01-01'])).toBe('31 DIC, 2027 – 01 ENE, 2028')
})
