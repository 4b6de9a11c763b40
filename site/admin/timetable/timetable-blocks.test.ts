import { expect, test } from 'vitest'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { blocksOf, eventsOn, hoursOf } from './timetable-blocks.ts'

const rooms = [{ id: 'a' }, { id: 'b' }]
const event = (id: string, startTime: string, endTime: string, fields: Partial<AgendaEvent> = {}) =>
  ({ id, scenarioId: 'a', day: '', isPlenary: false, startTime, endTime, ...fields }) as AgendaEvent
const blocks = (...events: AgendaEvent[]) =>
  blocksOf(events, rooms, '2026-11-20').map(({ event: { id }, start, end, column, lane, lanes }) => [
    id,
    start,
    end,
    column,
    lane,
    lanes,
  ])

test('a session for all rooms covers all columns of the timetable', () => {
  expect(
    blocks(
      event('one', '09:00', '09:40'),
      event('other', '09:00', '', { scenarioId: 'b' }),
      event('café', '10:00', '10:30', { isPlenary: true }),
    ),
  ).toEqual([
    ['one', 540, 580, 0, 0, 1],
    ['other', 540, 600, 1, 0, 1],
    ['café', 600, 630, -1, 0, 1],
  ])
})

test("overlapping sessions of a room are side by side in the room's column", () => {
  expect(
    blocks(
      event('long', '09:00', '11:00'),
      event('first', '09:00', '09:30'),
      event('second', '09:30', '10:00'),
      event('after', '11:00', '11:30'),
    ),
  ).toEqual([
    ['long', 540, 660, 0, 0, 2],
    ['first', 540, 570, 0, 1, 2],
    ['second', 570, 600, 0, 1, 2],
    ['after', 660, 690, 0, 0, 1],
  ])
})

test('the timetable shows the full hours of the sessions, plus one hour before and after', () => {
  const hours = (...events: AgendaEvent[]) => hoursOf(blocksOf(events, rooms, '2026-11-20'))
  expect(hours(event('one', '09:10', '09:40'))).toEqual({ from: 8, to: 11 })
  expect(hours(event('one', '00:10', '00:40'), event('party', '22:00', '01:30'))).toEqual({ from: 0, to: 27 })
})

test('sessions keep their order in the timetable while moves are not saved', () => {
  const savedEvents = [
    event('late', '11:00', '11:30'),
    event('other room', '09:00', '09:30', { scenarioId: 'b' }),
    event('leaves', '10:00', '10:30'),
    event('early', '09:00', '09:30'),
    event('comes', '08:00', '08:30', { day: '2026-11-21' }),
    event('café', '09:00', '09:30', { scenarioId: '', isPlenary: true }),
  ]
  const moves = { early: { startTime: '15:00' }, leaves: { day: '2026-11-21' }, comes: { day: '2026-11-20', startTime: '16:00' } }
  const draftEvents = savedEvents.map((event) => ({ ...event, ...moves[event.id as keyof typeof moves] }))
  const on = (day: string) =>
    eventsOn(day, { savedEvents, draftEvents, rooms, eventDay: '2026-11-20' }).map(({ id, startTime }) => `${startTime} ${id}`)
  expect(on('2026-11-20')).toEqual(['16:00 comes', '09:00 café', '15:00 early', '09:00 other room', '11:00 late'])
  expect(on('2026-11-21')).toEqual(['10:00 leaves'])
})
