import type { APIContext } from 'astro'
import { expect, test } from 'vitest'
import { itemDefaults, sectionDefaults } from '../data/content/defaults.ts'
import { eventSpan } from '../data/content/spans.ts'
import { googleCalendarUrl } from './calendar.ts'
import { GET } from './pages/evento.ics.ts'

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

/** Name and start of each entry in the event's file, with a talk on each of these days. */
async function entriesOn(days: string[]): Promise<string[][]> {
  const talk = { ...itemDefaults.events, title: 'Charla', scenarioId: 'hall', createdAt: '', updatedAt: '' }
  const events = days.map((day) => ({ ...talk, id: day, day, startTime: '09:00', endTime: '10:00' }))
  const locals = {
    content: { hero: { ...hero, eventDate: `${days[0]}T15:00:00.000Z` }, event: open, events },
    timeZone: zone,
    origin: 'https://telar.gt',
  }
  const file = await (await GET({ locals } as unknown as APIContext)).text()
  return [...file.matchAll(/^UID:(.*)\r\n[\s\S]*?^DTSTART:(\d+)T/gm)].map(([, id = '', day = '']) => [id, day])
}

test('a day that is moved keeps its entry in people’s calendars, and the first one’s is that of a single day', async () => {
  expect(await entriesOn(['2027-03-04'])).toEqual([['evento@telar.gt', '20270304']])
  expect(await entriesOn(['2027-03-04', '2027-03-05'])).toEqual([
    ['evento@telar.gt', '20270304'],
    ['evento-2@telar.gt', '20270305'],
  ])
  expect(await entriesOn(['2027-04-08', '2027-04-09', '2027-04-10'])).toEqual([
    ['evento@telar.gt', '20270408'],
    ['evento-2@telar.gt', '20270409'],
    ['evento-3@telar.gt', '20270410'],
  ])
})
