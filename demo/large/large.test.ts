import { expect, test } from 'vitest'
import { itemDefaults, sectionDefaults } from '../../data/content/defaults.ts'
import { type CollectionKey, itemSchemas, sectionSchemas } from '../../data/content/schema.ts'
import { daysOf, endsOf } from '../../data/programme/days.ts'
import { withIds } from '../sample.ts'
import { large } from './large.ts'

const { sections, speakers, looks, scenarios, partners, logoOf } = large
const firstDay = '2026-11-20'
const events = large.events.map((event, index) => ({
  ...itemDefaults.events,
  ...withIds(event, firstDay, (key) => key),
  id: `${index}`,
}))
const days = daysOf(events as never[], firstDay) as unknown as { day: string; events: typeof events }[]
const talks = events.filter(({ isPlenary }) => !isPlenary)

test('all content of the large sample fits the schemas', () => {
  const misfits = (key: CollectionKey, items: object[]) =>
    items.flatMap((item) => itemSchemas[key].safeParse({ ...itemDefaults[key], ...item }).error?.issues ?? [])
  for (const key of ['hero', 'about', 'benefits', 'segments'] as const)
    expect(sectionSchemas[key].safeParse({ ...sectionDefaults[key], ...sections[key] }).error, key).toBeUndefined()
  expect(misfits('speakers', Object.values(speakers))).toEqual([])
  expect(misfits('scenarios', Object.values(scenarios))).toEqual([])
  expect(misfits('partners', partners)).toEqual([])
  expect(
    misfits(
      'events',
      events.map(({ id: _, ...event }) => event),
    ),
  ).toEqual([])
})

test('the large sample has 3 days, 8 rooms, 150 sessions, 120 speakers and 6 tiers of partners', () => {
  expect([days.map(({ day }) => day), Object.keys(scenarios).length, events.length, Object.keys(speakers).length]).toEqual([
    ['2026-11-20', '2026-11-21', '2026-11-22'],
    8,
    150,
    120,
  ])
  expect(events.filter(({ isPlenary }) => isPlenary).length).toBe(12)
  expect(talks.filter(({ speakerIds }) => speakerIds.length > 1).length).toBeGreaterThan(40)
  expect(talks.filter(({ endTime }) => endTime === '').length).toBeGreaterThan(5)
  expect(new Set(talks.map(({ track }) => track)).size).toBe(8)
  expect(new Set(partners.map(({ tierName }) => tierName)).size).toBe(6)
  expect(Object.keys(looks).length).toBeGreaterThan(90)
})

test('every talk of the large sample has its own title and an abstract of 640 to 800 characters', () => {
  const lengths = talks.map(({ description }) => description?.length ?? 0)
  expect([Math.min(...lengths) >= 640, Math.max(...lengths) <= 800]).toEqual([true, true])
  expect(new Set(talks.map(({ description }) => description)).size).toBe(talks.length)
  expect(new Set(talks.map(({ title }) => title)).size).toBe(talks.length)
})

test('no speaker or room of the large sample has two sessions at one time', () => {
  expect(new Set(events.flatMap(({ speakerIds }) => speakerIds))).toEqual(new Set(Object.keys(speakers)))
  for (const { events: ofDay } of days) {
    const ends = endsOf(ofDay)
    const timed = ofDay.map((event) => ({ ...event, end: ends.get(event.id) || '24:00' }))
    const clashes = timed.flatMap((a) =>
      timed.filter((b) => a.id < b.id && a.startTime < b.end && b.startTime < a.end && sharesRoomOrSpeaker(a, b)),
    )
    expect(clashes.map(({ title }) => title)).toEqual([])
  }
})

function sharesRoomOrSpeaker(a: (typeof events)[number], b: (typeof events)[number]): boolean {
  return a.scenarioId === b.scenarioId || a.isPlenary || b.isPlenary || a.speakerIds.some((id) => b.speakerIds.includes(id))
}

test('every partner of the large sample has a drawn logo, three of them in white', async () => {
  const logos = await Promise.all(partners.map(({ name }) => logoOf(name)))
  expect(logos.filter((logo) => !logo.includes('<path'))).toEqual([])
  expect(logos.filter((logo) => !/fill="#(?!fff)/.test(logo)).length).toBe(3)
})
