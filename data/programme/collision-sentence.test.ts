import { expect, test } from 'vitest'
import { itemDefaults } from '../content/defaults.ts'
import type { AgendaEvent } from '../content/schema.ts'
import { collisionSentence } from './collision-sentence.ts'
import type { Collision } from './collisions.ts'

const rooms = [{ id: 'x', name: 'Ceiba' }]
const people = [
  { id: 'ana', name: 'Ana Batz' },
  { id: 'beto', name: 'Beto Choc' },
]

const event = (title: string, more: Partial<AgendaEvent> = {}): AgendaEvent => ({
  ...itemDefaults.events,
  id: title,
  createdAt: '',
  updatedAt: '',
  title,
  startTime: '10:00',
  ...more,
})

test('describes a collision in one line, with the other session, time, room and reason', () => {
  const talk = event('Redes', { scenarioId: 'x', endTime: '10:45' })
  const lunch = event('Almuerzo', { isPlenary: true })
  const say = (of: Pick<AgendaEvent, 'isPlenary'>, collision: Collision) => collisionSentence(of, collision, rooms, people)
  expect(say(event('a'), { of: 'room', with: talk })).toBe('Choca con «Redes» (10:00–10:45): está en el mismo escenario.')
  expect(say(event('a'), { of: 'plenary', with: lunch })).toBe('Choca con «Almuerzo» (10:00): es para todos.')
  expect(say(lunch, { of: 'plenary', with: talk })).toBe('Choca con «Redes» (10:00–10:45, Ceiba): este evento es para todos.')
  expect(say(event('a'), { of: 'speakers', with: talk, speakerIds: ['ana'] })).toBe(
    'Choca con «Redes» (10:00–10:45, Ceiba): Ana Batz está en los dos.',
  )
  expect(say(event('a'), { of: 'speakers', with: talk, speakerIds: ['ana', 'beto'] })).toBe(
    'Choca con «Redes» (10:00–10:45, Ceiba): Ana Batz y Beto Choc están en los dos.',
  )
})
