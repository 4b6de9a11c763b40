import { expect, test } from 'vitest'
import { type Collision, collisionsIn, collisionsOf, type TimedEvent } from './collisions.ts'

const event = (id: string, scenarioId: string, startTime: string, endTime = '', more: Partial<TimedEvent> = {}): TimedEvent => ({
  id,
  scenarioId,
  startTime,
  endTime,
  day: '',
  isPlenary: false,
  speakerIds: [],
  isActive: true,
  ...more,
})

const said = (collisions: Collision<TimedEvent>[] = []) => collisions.map((one) => `${one.of} ${one.with.id}`)

const inWords = (...events: TimedEvent[]) =>
  Object.fromEntries([...collisionsIn(events, '2027-03-04')].map(([id, collisions]) => [id, said(collisions)]))

test('sessions in one room collide if they overlap by a minute', () => {
  expect(
    inWords(event('a', 'x', '09:00', '10:00'), event('b', 'x', '09:59', '11:00'), event('c', 'x', '11:00', '12:00')),
  ).toEqual({
    a: ['room b'],
    b: ['room a'],
  })
  expect(inWords(event('a', 'x', '09:00', '10:00'), event('b', 'y', '09:30', '10:30'))).toEqual({})
})

test('a long session collides with all sessions in its room that begin during it', () => {
  const all = [event('long', 'x', '09:00', '12:00'), event('b', 'x', '09:30', '10:00'), event('c', 'x', '11:00', '11:30')]
  expect(inWords(...all)).toEqual({ long: ['room b', 'room c'], b: ['room long'], c: ['room long'] })
})

test('sessions in two rooms at once collide if they share a speaker', () => {
  const a = event('a', 'x', '09:00', '10:00', { speakerIds: ['ana', 'beto'] })
  const b = event('b', 'y', '09:30', '10:30', { speakerIds: ['carla', 'ana'] })
  expect(collisionsOf(a, [a, b], '2027-03-04')).toEqual([{ with: b, of: 'speakers', speakerIds: ['ana'] }])
})

test('a session for all rooms collides with sessions in any room', () => {
  const lunch = event('lunch', '', '12:00', '13:00', { isPlenary: true })
  expect(inWords(lunch, event('a', 'x', '12:30', '13:30'), event('b', 'y', '13:00', '14:00'))).toEqual({
    lunch: ['plenary a'],
    a: ['plenary lunch'],
  })
})

test('a session without an end collides as if it lasted until the next one in its room', () => {
  const [a, b] = [
    event('a', 'x', '09:00', '', { speakerIds: ['ana'] }),
    event('b', 'y', '10:30', '11:00', { speakerIds: ['ana'] }),
  ]
  expect(inWords(a, b)).toEqual({})
  expect(inWords(a, b, event('c', 'x', '11:00'))).toEqual({ a: ['speakers b'], b: ['speakers a'] })
  expect(inWords(event('a', 'x', '09:00'), event('b', 'x', '09:00'))).toEqual({ a: ['room b'], b: ['room a'] })
})

test('sessions on different days and hidden sessions do not collide', () => {
  const a = event('a', 'x', '09:00', '10:00')
  expect(inWords(a, event('b', 'x', '09:00', '10:00', { day: '2027-03-05' }))).toEqual({})
  expect(inWords(a, event('b', 'x', '09:00', '10:00', { isActive: false }))).toEqual({})
  expect(inWords(a, event('b', 'x', '09:00', '10:00', { day: '2027-03-04' }))).toEqual({ a: ['room b'], b: ['room a'] })
})

test('returns the collisions of a session that is not saved yet', () => {
  const saved = [event('a', 'x', '09:00', '10:00'), event('b', 'x', '10:00', '11:00')]
  expect(said(collisionsOf(event('a', 'x', '10:30', '11:30'), saved, '2027-03-04'))).toEqual(['room b'])
  expect(collisionsOf(event('a', 'y', '10:30', '11:30'), saved, '2027-03-04')).toEqual([])
  expect(said(collisionsOf(event('', 'x', '09:00', '09:30'), saved, '2027-03-04'))).toEqual(['room a'])
  expect(collisionsOf(event('', 'x', '', ''), saved, '2027-03-04')).toEqual([])
})
