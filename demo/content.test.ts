import { expect, test } from 'vitest'
import { itemDefaults, sectionDefaults } from '../data/content/defaults.ts'
import { type CollectionKey, heroSchema, itemSchemas, sectionSchemas } from '../data/content/schema.ts'
import { registrationSchema } from '../data/registrations/schema.ts'
import { type DemoEvent, eventDateAfter, events, partners, scenarios, sections, speakers } from './content.ts'
import { peopleOfLink } from './place-link.ts'
import { sampleRegistrations } from './registrations.ts'

const endOf = ({ endTime }: DemoEvent) => endTime || '24:00'

function overlaps(list: DemoEvent[]): string[] {
  const sorted = list.toSorted((a, b) => a.startTime.localeCompare(b.startTime))
  return sorted.flatMap((event, index) => {
    const next = sorted[index + 1]
    return next && next.startTime < endOf(event) ? [`${event.title} / ${next.title}`] : []
  })
}

function expectToFit(key: CollectionKey, items: object[]): void {
  for (const item of items) {
    expect(itemSchemas[key].safeParse({ ...itemDefaults[key], ...item }).error, JSON.stringify(item)).toBeUndefined()
  }
}

test('all content of the demo fits the schemas', () => {
  for (const key of ['hero', 'about', 'benefits', 'segments'] as const) {
    expect(sectionSchemas[key].safeParse({ ...sectionDefaults[key], ...sections[key] }).error, key).toBeUndefined()
  }
  expectToFit('speakers', Object.values(speakers))
  expectToFit('scenarios', Object.values(scenarios))
  expectToFit('partners', partners)
  expectToFit(
    'events',
    events.map(({ scenario = '', speaker = '', ...event }) => ({ ...event, scenarioId: scenario, speakerId: speaker })),
  )
  for (const registration of sampleRegistrations(250)) {
    expect(registrationSchema.parse(registration)).toEqual(registration)
  }
})

test('the demo has enough speakers, talks and partners to fill the page', () => {
  const count = (category: string) => partners.filter((partner) => partner.category === category).length
  expect(Object.keys(speakers).length).toBeGreaterThanOrEqual(12)
  expect(Object.keys(scenarios)).toHaveLength(3)
  expect(events.length).toBeGreaterThanOrEqual(18)
  expect([count('patrocinador'), count('aliado')]).toEqual([6, 8])
  expect(partners.filter(({ tier }) => tier === 'main')).toHaveLength(2)
})

test('every demo speaker has a session, and every session has a room or is for all rooms', () => {
  expect(new Set(events.flatMap(({ speaker }) => speaker ?? []))).toEqual(new Set(Object.keys(speakers)))
  expect(new Set(events.flatMap(({ scenario }) => scenario ?? []))).toEqual(new Set(Object.keys(scenarios)))
  for (const { title, scenario, speaker, isPlenary = false } of events) {
    expect(isPlenary, title).toBe(scenario === undefined)
    if (isPlenary) expect(speaker, title).toBeUndefined()
  }
})

test('no room or speaker of the demo has two sessions at the same time', () => {
  expect(events.filter((event) => endOf(event) <= event.startTime)).toEqual([])
  for (const room of Object.keys(scenarios)) {
    expect(overlaps(events.filter(({ scenario, isPlenary }) => scenario === room || isPlenary))).toEqual([])
  }
  for (const person of Object.keys(speakers)) {
    expect(overlaps(events.filter(({ speaker }) => speaker === person))).toEqual([])
  }
})

test('positive control: the check for overlaps finds two overlapping sessions', () => {
  const at = (title: string, startTime: string, endTime: string): DemoEvent => ({ scenario: 'ceiba', title, startTime, endTime })
  expect(overlaps([at('later', '09:30', '10:00'), at('earlier', '09:00', '09:31')])).toEqual(['earlier / later'])
  expect(overlaps([at('later', '09:30', '10:00'), at('earlier', '09:00', '09:30')])).toEqual([])
})

test('generates the same sample registrations each time, each with its own e-mail', () => {
  const registrations = sampleRegistrations(250)
  expect(sampleRegistrations(250)).toEqual(registrations)
  expect(new Set(registrations.map(({ email }) => email.toLowerCase())).size).toBe(250)
  expect(registrations.filter(({ email }) => !/@example\.(com|org)$/.test(email))).toEqual([])
})

test("the demo's event is always at least 30 days in the future", () => {
  expect(eventDateAfter(new Date('2025-06-01T00:00:00Z'))).toBe('2025-11-20T07:00:00-06:00')
  expect(eventDateAfter(new Date('2025-10-21T13:00:00Z'))).toBe('2025-11-20T07:00:00-06:00')
  expect(eventDateAfter(new Date('2025-10-21T13:00:01Z'))).toBe('2026-11-20T07:00:00-06:00')
  expect(eventDateAfter(new Date('2025-12-31T23:59:59Z'))).toBe('2026-11-20T07:00:00-06:00')
  expect(heroSchema.shape.eventDate.parse(eventDateAfter(new Date('2025-06-01T00:00:00Z')))).toBe('2025-11-20T13:00:00.000Z')
})

test('sample people who used a link have only data that the form of the link asks for', () => {
  const people = peopleOfLink(sampleRegistrations(250))
  expect(people.size).toBe(12)
  for (const { company, acceptsMarketing } of people) expect([company, acceptsMarketing]).toEqual([undefined, false])
})
