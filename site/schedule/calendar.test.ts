import type { APIContext } from 'astro'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { itemDefaults, sectionDefaults } from '../../data/content/defaults.ts'
import { eventSpan } from '../../data/programme/spans.ts'
import { GET } from '../pages/evento.ics.ts'
import { googleCalendarUrl } from './calendar.ts'
import { calendarOf, entryOf, sequenceOf } from './talk-calendar.ts'

const zone = 'America/Guatemala'
const { hero, event: open } = sectionDefaults

test('the link to Google Calendar has UTC times and the name of the time zone', () => {
  const { searchParams } = new URL(googleCalendarUrl(hero, eventSpan({ hero, event: open, events: [] }, zone), zone))
  expect([searchParams.get('dates'), searchParams.get('ctz'), searchParams.get('text')]).toEqual([
    '20251120T130000Z/20251121T000000Z',
    zone,
    hero.title,
  ])
})

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

test('the calendar entries of the days keep their ids when the conference moves', async () => {
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

const never = { createdAt: '2027-01-01T00:00:00.000Z', updatedAt: '2027-01-01T00:00:00.000Z' }

/** Contains each character that iCalendar escapes. The backslash before n is not a line break. */
const hard = 'Tejer, hilar; teñir: \\nudos y \\, "todo"'

// The parser does not treat these properties of RFC 7986 and Apple as text by default.
for (const property of ['name', 'x-wr-calname']) ICAL.design.icalendar.property[property] = { defaultType: 'text' }

function readBack(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const entry = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  const names = ['name', 'x-wr-calname'].map((property) => calendar.getFirstPropertyValue(property))
  return { names, summary: entry.summary, location: entry.location, description: entry.description }
}

test('escapes commas, semicolons and backslashes in calendar files', async () => {
  const texts = { summary: hard, location: hard }
  const event = { ...open, organiser: hard, contactEmail: 'hola@telar.gt' }
  const content = { hero: { ...hero, title: hard, location: hard, description: `${hard}\n${hard}` }, event, events: [] }
  const locals = { content, timeZone: zone, origin: 'https://telar.gt' }
  const file = await (await GET({ locals } as unknown as APIContext)).text()
  expect(readBack(file)).toEqual({ ...texts, names: [hard, hard], description: `${hard}\n${hard}` })
  const span = { start: '2027-03-04T15:00:00Z', end: '2027-03-04T16:00:00Z' }
  // A description is Markdown, in which a backslash would escape the next character.
  const description = 'Tejer, hilar; "todo"'
  const talk = { id: 'a', slug: 'a', title: hard, description, ...never, location: hard, speakers: hard }
  const ofTalk = calendarOf(hard, entryOf({ ...talk, span, origin: 'https://telar.gt' }))
  expect(readBack(ofTalk)).toEqual({ ...texts, names: [hard, hard], description: `${hard}\n\n${description}` })
})

test.each([
  ['2027-01-01T00:00:00.000Z', 0],
  ['2027-01-01T00:00:00.001Z', 1],
  ['2027-01-01T00:01:00.000Z', 600],
  ['2026-12-31T00:00:00.000Z', 0],
  ['2099-01-01T00:00:00.000Z', 2_147_483_647],
])('a talk changed at %s has the SEQUENCE number %i in the calendar file', (updatedAt, sequence) => {
  expect(sequenceOf({ ...never, updatedAt })).toBe(sequence)
})
