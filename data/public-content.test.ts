import { expect, test } from 'vitest'
import { inOrder, publicContent } from './public-content.ts'
import { readContent } from './queries/content.ts'
import type { AgendaEvent, Content, Partner, Scenario, Speaker } from './schema.ts'
import { memoryDb } from './testing.ts'

const identity = { createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-01T00:00:00.000Z', displayOrder: 0, isActive: true }

const speaker = (id: string, fields: Partial<Speaker> = {}): Speaker => {
  return { id, name: id, title: '', company: '', image: '', bio: '', linkedinUrl: '', twitterUrl: '', ...identity, ...fields }
}
const scenario = (id: string, fields: Partial<Scenario> = {}): Scenario => ({
  id,
  name: id,
  description: '',
  ...identity,
  ...fields,
})
const event = (id: string, fields: Partial<AgendaEvent> = {}): AgendaEvent => {
  return {
    id,
    scenarioId: 'hall',
    title: id,
    description: '',
    startTime: '09:00',
    endTime: '',
    speakerId: '',
    ...identity,
    ...fields,
  }
}
const partner = (id: string, fields: Partial<Partner> = {}): Partner => {
  return { id, name: id, logo: '', website: '', category: 'aliado', tier: 'main', ...identity, ...fields }
}

/** First-run content with these lists. */
function content(lists: Partial<Content>): Content {
  return { ...readContent(memoryDb()).content, scenarios: [scenario('hall')], ...lists }
}

const ids = (items: { id: string }[]) => items.map(({ id }) => id)

test.each(['speakers', 'scenarios', 'partners'] as const)(
  '%s are shown by displayOrder, equal ones as they were added',
  (key) => {
    const make = { speakers: speaker, scenarios: scenario, partners: partner }[key]
    const items = [make('c', { displayOrder: 2 }), make('b'), make('a'), make('first', { displayOrder: -1 })]
    expect(ids(inOrder(content({ [key]: items }))[key])).toEqual(['first', 'b', 'a', 'c'])
  },
)

test('events are shown by start time, those that start together by displayOrder', () => {
  const events = [
    event('last', { startTime: '14:30', displayOrder: 0 }),
    event('second', { displayOrder: 2 }),
    event('first', { displayOrder: 1 }),
  ]
  expect(ids(inOrder(content({ events })).events)).toEqual(['first', 'second', 'last'])
})

test('sorting leaves the stored order as it is', () => {
  const speakers = [speaker('b', { displayOrder: 2 }), speaker('a', { displayOrder: 1 })]
  const given = content({ speakers })
  publicContent(given)
  expect(ids(given.speakers)).toEqual(['b', 'a'])
})

test.each(['speakers', 'scenarios', 'partners'] as const)('hidden %s are kept from visitors', (key) => {
  const make = { speakers: speaker, scenarios: scenario, partners: partner }[key]
  const items = [make('shown'), make('hidden', { isActive: false })]
  expect(ids(publicContent(content({ [key]: items }))[key])).toEqual(['shown'])
})

test('hidden events, and events of a hidden scenario, are kept from visitors', () => {
  const scenarios = [scenario('hall'), scenario('closed', { isActive: false })]
  const events = [event('shown'), event('hidden', { isActive: false }), event('elsewhere', { scenarioId: 'closed' })]
  expect(ids(publicContent(content({ scenarios, events })).events)).toEqual(['shown'])
})

test('an event of a hidden speaker stays in the agenda, without the speaker: the hour is still taken', () => {
  const speakers = [speaker('ana'), speaker('secret', { isActive: false })]
  const events = [event('keynote', { speakerId: 'ana' }), event('surprise', { speakerId: 'secret' })]
  const shown = publicContent(content({ speakers, events })).events
  expect(shown.map(({ id, speakerId }) => [id, speakerId])).toEqual([
    ['keynote', 'ana'],
    ['surprise', ''],
  ])
})
