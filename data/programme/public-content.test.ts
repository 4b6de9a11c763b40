import { expect, test } from 'vitest'
import { readContent } from '../content/content.ts'
import { itemDefaults } from '../content/defaults.ts'
import type { AgendaEvent, Content, Item, Partner, Scenario } from '../content/schema.ts'
import { memoryDb } from '../testing.ts'
import { inOrder, publicContent } from './public-content.ts'

const identity = { createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-01T00:00:00.000Z', displayOrder: 0, isActive: true }

const zone = 'America/Guatemala'

const speaker = (id: string, fields: Partial<Item<'speakers'>> = {}): Item<'speakers'> => {
  return { ...itemDefaults.speakers, id, name: id, title: '', company: '', ...identity, ...fields }
}
const scenario = (id: string, fields: Partial<Scenario> = {}): Scenario => {
  return { ...itemDefaults.scenarios, id, name: id, ...identity, ...fields }
}
const event = (id: string, fields: Partial<AgendaEvent> = {}): AgendaEvent => {
  return { ...itemDefaults.events, id, scenarioId: 'hall', title: id, startTime: '09:00', ...identity, ...fields }
}
const partner = (id: string, fields: Partial<Partner> = {}): Partner => {
  return { ...itemDefaults.partners, id, name: id, ...identity, ...fields }
}

function content(lists: Partial<Content>): Content {
  return { ...readContent(memoryDb()).content, scenarios: [scenario('hall')], ...lists }
}

const ids = (items: { id: string }[]) => items.map(({ id }) => id)

test.each(['speakers', 'scenarios', 'partners'] as const)(
  'sorts %s by displayOrder, and keeps the stored order if displayOrder is equal',
  (key) => {
    const make = { speakers: speaker, scenarios: scenario, partners: partner }[key]
    const items = [make('c', { displayOrder: 2 }), make('b'), make('a'), make('first', { displayOrder: -1 })]
    expect(ids(inOrder(content({ [key]: items }), zone)[key])).toEqual(['first', 'b', 'a', 'c'])
  },
)

test('sorts sessions by start time, then by displayOrder', () => {
  const events = [
    event('last', { startTime: '14:30', displayOrder: 0 }),
    event('second', { displayOrder: 2 }),
    event('first', { displayOrder: 1 }),
  ]
  expect(ids(inOrder(content({ events }), zone).events)).toEqual(['first', 'second', 'last'])
})

test('sorts sessions by day; a session without a day is on the day of the event', () => {
  // 19:00 in Guatemala on the 20th is the 21st in UTC.
  const hero = { ...content({}).hero, eventDate: '2025-11-21T01:00:00.000Z' }
  const events = [
    event('without'),
    event('after', { day: '2025-11-21', startTime: '07:00' }),
    event('before', { day: '2025-11-19' }),
  ]
  expect(ids(inOrder(content({ hero, events }), zone).events)).toEqual(['before', 'without', 'after'])
})

test('a session for all rooms is visible to visitors even if it names a hidden room', () => {
  const scenarios = [scenario('hall'), scenario('closed', { isActive: false })]
  const events = [
    event('lunch', { isPlenary: true, scenarioId: 'closed' }),
    event('keynote', { isPlenary: true, scenarioId: '' }),
  ]
  const shown = publicContent(content({ scenarios, events }), zone).events
  expect(shown.map(({ id, scenarioId }) => [id, scenarioId])).toEqual([
    ['lunch', ''],
    ['keynote', ''],
  ])
})

test('sorting speakers for visitors does not change the stored order', () => {
  const speakers = [speaker('b', { displayOrder: 2 }), speaker('a', { displayOrder: 1 })]
  const given = content({ speakers })
  publicContent(given, zone)
  expect(ids(given.speakers)).toEqual(['b', 'a'])
})

test.each(['speakers', 'scenarios', 'partners'] as const)('visitors do not get hidden %s', (key) => {
  const make = { speakers: speaker, scenarios: scenario, partners: partner }[key]
  const items = [make('shown'), make('hidden', { isActive: false })]
  expect(ids(publicContent(content({ [key]: items }), zone)[key])).toEqual(['shown'])
})

test('visitors do not get hidden sessions, nor sessions of a hidden room (scenario)', () => {
  const scenarios = [scenario('hall'), scenario('closed', { isActive: false })]
  const events = [event('shown'), event('hidden', { isActive: false }), event('elsewhere', { scenarioId: 'closed' })]
  expect(ids(publicContent(content({ scenarios, events }), zone).events)).toEqual(['shown'])
})

test('visitors get the session of a hidden speaker without that speaker', () => {
  const speakers = [speaker('ana'), speaker('secret', { isActive: false })]
  const events = [
    event('keynote', { speakerId: 'ana', speakerIds: ['ana'] }),
    event('surprise', { speakerId: 'secret', speakerIds: ['secret'] }),
    event('panel', { speakerId: 'secret', speakerIds: ['secret', 'ana'] }),
  ]
  const shown = publicContent(content({ speakers, events }), zone).events
  expect(shown.map(({ id, speakerId, speakerIds }) => [id, speakerId, speakerIds])).toEqual([
    ['keynote', 'ana', ['ana']],
    ['surprise', '', []],
    ['panel', 'ana', ['ana']],
  ])
})
