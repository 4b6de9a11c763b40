import { expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { memoryDb } from '../testing.ts'
import { createItem, deleteItem, latestRevision, readSection, updateItem } from './content.ts'
import { itemDefaults } from './defaults.ts'
import type { CollectionKey, Item, ItemFields } from './schema.ts'

const created = { by: 'ana', at: '2025-06-01T12:00:00.000Z' }
const changed = { by: 'luis', at: '2025-06-02T12:00:00.000Z' }

function add<K extends CollectionKey>(db: Db, key: K, fields: Partial<ItemFields<K>>): Item<K> {
  const change = createItem(db, key, fields, created)
  if (change.outcome !== 'saved') throw new Error(change.outcome)
  return change.item
}

const addScenario = (db: Db) => add(db, 'scenarios', { name: 'Auditorio' })
const addSpeaker = (db: Db) => add(db, 'speakers', { name: 'Ana', title: 'CTO', company: 'Labs' })
const list = (db: Db, key: CollectionKey) => readSection(db, key).value

test('a new item gets an id, the time of its creation and default values', () => {
  const db = memoryDb()
  const partner = add(db, 'partners', { name: 'Banco Maya', displayOrder: 3 })
  const { id, ...rest } = partner
  expect(id).toMatch(/^[\w-]{12}$/)
  const times = { createdAt: created.at, updatedAt: created.at }
  expect(rest).toEqual({ ...itemDefaults.partners, name: 'Banco Maya', displayOrder: 3, ...times })
  expect(list(db, 'partners')).toEqual([partner])
})

test('changing an item keeps all other fields and the time of creation', () => {
  const db = memoryDb()
  const [first, second] = [addSpeaker(db), addSpeaker(db)]
  const item = { ...first, company: 'Quetzal', updatedAt: changed.at }
  const saved = { outcome: 'saved', item, revision: 3, merged: [] }
  expect(updateItem(db, 'speakers', first.id, { company: 'Quetzal' }, changed)).toEqual(saved)
  expect(list(db, 'speakers')).toEqual([item, second])
})

test('reports a conflict if another user has changed the same field of the item', () => {
  const db = memoryDb()
  const speaker = addSpeaker(db)
  updateItem(db, 'speakers', speaker.id, { company: 'Quetzal' }, changed, speaker.updatedAt)
  const late = updateItem(db, 'speakers', speaker.id, { company: 'Late' }, changed, speaker.updatedAt)
  const conflicts = { company: { base: 'Labs', theirs: 'Quetzal', yours: 'Late' } }
  expect(late).toEqual({ outcome: 'conflict', conflicts })
  expect(list(db, 'speakers')).toEqual([{ ...speaker, company: 'Quetzal', updatedAt: changed.at }])
})

test.each(['speakers', 'scenarios', 'events', 'partners'] as const)(
  'cannot change or delete an item of %s that does not exist',
  (key) => {
    const db = memoryDb()
    expect(updateItem(db, key, 'unknown', {}, changed)).toEqual({ outcome: 'missing' })
    expect(deleteItem(db, key, 'unknown', changed)).toBe('missing')
    expect(latestRevision(db)).toBe(0)
  },
)

test.each([
  ['an unknown scenario', { scenarioId: 'unknown' }, { scenarioId: 'Selecciona un escenario que exista' }],
  ['an unknown speaker', { speakerId: 'unknown' }, { speakerId: 'Selecciona un speaker que exista' }],
  ['an end that is not after its start', { endTime: '09:00' }, { endTime: 'La hora de fin debe ser posterior a la de inicio' }],
])('rejects a new or changed session with %s', (_, wrong, fields) => {
  const db = memoryDb()
  const valid = { title: 'Apertura', startTime: '09:00', endTime: '10:00', scenarioId: addScenario(db).id }
  const event = add(db, 'events', valid)
  const before = latestRevision(db)
  expect(createItem(db, 'events', { ...valid, ...wrong }, created)).toEqual({ outcome: 'invalid', fields })
  expect(updateItem(db, 'events', event.id, wrong, changed)).toEqual({ outcome: 'invalid', fields })
  expect(latestRevision(db)).toBe(before)
})

test('sessions for all rooms stay when the room (scenario) that they name is deleted', () => {
  const db = memoryDb()
  const scenario = addScenario(db)
  const lunch = add(db, 'events', { title: 'Almuerzo', startTime: '12:00', isPlenary: true, scenarioId: scenario.id })
  expect(deleteItem(db, 'scenarios', scenario.id, changed)).toBe('deleted')
  expect(list(db, 'events')).toEqual([{ ...lunch, scenarioId: '', updatedAt: changed.at }])
  const refused = { outcome: 'invalid', fields: { scenarioId: 'Selecciona un escenario' } }
  expect(updateItem(db, 'events', lunch.id, { isPlenary: false }, changed)).toEqual(refused)
  expect(createItem(db, 'events', { title: 'Charla', startTime: '13:00' }, created)).toEqual(refused)
})

test('refuses to delete a room (scenario) that has sessions of its own', () => {
  const db = memoryDb()
  const scenario = addScenario(db)
  add(db, 'events', { title: 'Apertura', startTime: '09:00', scenarioId: scenario.id })
  expect(deleteItem(db, 'scenarios', scenario.id, changed)).toBe('conflict')
  expect(list(db, 'scenarios')).toEqual([scenario])
})

test('deletes a room (scenario) that has no sessions left', () => {
  const db = memoryDb()
  const scenario = addScenario(db)
  const event = add(db, 'events', { title: 'Apertura', startTime: '09:00', scenarioId: scenario.id })
  expect(deleteItem(db, 'events', event.id, changed)).toBe('deleted')
  expect(deleteItem(db, 'scenarios', scenario.id, changed)).toBe('deleted')
  expect([list(db, 'events'), list(db, 'scenarios')]).toEqual([[], []])
})

test('sessions of a deleted speaker stay in the agenda, without the speaker', () => {
  const db = memoryDb()
  const [scenario, speaker, other] = [addScenario(db), addSpeaker(db), addSpeaker(db)]
  const at = { title: 'Apertura', startTime: '09:00', scenarioId: scenario.id }
  const event = add(db, 'events', { ...at, speakerId: speaker.id })
  const another = add(db, 'events', { ...at, speakerId: other.id })
  expect(deleteItem(db, 'speakers', speaker.id, changed)).toBe('deleted')
  expect(list(db, 'speakers')).toEqual([other])
  expect(list(db, 'events')).toEqual([{ ...event, speakerId: '', speakerIds: [], updatedAt: changed.at }, another])
})
