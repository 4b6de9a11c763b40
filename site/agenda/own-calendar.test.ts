import ical from 'ical-generator'
import { expect, test } from 'vitest'
import { onlyThose } from './own-calendar.ts'

test('the calendar file of starred talks contains exactly the starred talks', () => {
  const long = 'a'.repeat(90)
  const calendar = ical({ name: 'Telar: agenda', timezone: null })
  for (const id of ['uno', 'dos', long])
    calendar.createEvent({
      id: `${id}@telar.gt`,
      summary: `Charla ${id}`,
      description: 'END:VEVENT\nUID:dos@telar.gt\nBEGIN:VEVENT',
      start: new Date('2027-03-04T15:00:00Z'),
      end: new Date('2027-03-04T16:00:00Z'),
      stamp: new Date('2027-01-01T00:00:00Z'),
    })
  const some = onlyThose(calendar.toString(), new Set(['uno', long]))
  expect(some.match(/^SUMMARY:Charla \w{3}/gm)).toEqual(['SUMMARY:Charla uno', 'SUMMARY:Charla aaa'])
  expect(some.replace(/BEGIN:VEVENT.*END:VEVENT\r\n/s, '')).toBe(calendar.toString().replace(/BEGIN:VEVENT.*END:VEVENT\r\n/s, ''))
  expect(onlyThose(calendar.toString(), new Set(['uno', 'dos', long]))).toBe(calendar.toString())
  expect(onlyThose(calendar.toString(), new Set())).not.toContain('VEVENT')
})
