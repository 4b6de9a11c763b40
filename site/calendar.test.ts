import { expect, test } from 'vitest'
import { sectionDefaults } from '../data/content/defaults.ts'
import { eventSpan } from '../data/content/spans.ts'
import { googleCalendarUrl } from './calendar.ts'

const zone = 'America/Guatemala'
const { hero, event: open } = sectionDefaults

test('Google Calendar gets instants in UTC and the zone by its name, so that nobody comes hours late', () => {
  const { searchParams } = new URL(googleCalendarUrl(hero, eventSpan({ hero, event: open, events: [] }, zone), zone))
  expect([searchParams.get('dates'), searchParams.get('ctz'), searchParams.get('text')]).toEqual([
    '20251120T130000Z/20251121T000000Z',
    zone,
    hero.title,
  ])
})
