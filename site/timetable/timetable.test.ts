import { expect, test } from 'vitest'
import type { AgendaEvent, Scenario } from '../../data/content/schema.ts'
import { endsOf } from '../../data/programme/days.ts'
import { timetable } from './timetable.ts'

const scenario = (id: string) => ({ id, name: id }) as Scenario
const event = (id: string, scenarioId: string, startTime: string, endTime = '', isPlenary = false) =>
  ({ id, scenarioId, startTime, endTime, isPlenary }) as AgendaEvent

const drawn = (events: AgendaEvent[], scenarios: Scenario[]) =>
  timetable(events, scenarios, endsOf(events)).rows.map(({ time, wide, cells }) => [
    time,
    ...wide.map(({ id }) => `= ${id}`),
    ...cells.map(({ events, rows }) => events.map(({ id }) => id).join(' ') + (rows > 1 ? ` ×${rows}` : '')),
  ])

test('the timetable has a row for each start time and a column for each used room', () => {
  const events = [
    event('a', 'volcán', '08:00'),
    event('b', 'ceiba', '09:00'),
    event('c', 'volcán', '09:00'),
    event('d', 'volcán', '09:00'),
  ]
  const rooms = [scenario('volcán'), scenario('vacío'), scenario('ceiba')]
  expect(timetable(events, rooms, new Map()).scenarios.map(({ id }) => id)).toEqual(['volcán', 'ceiba'])
  expect(drawn(events, rooms)).toEqual([
    ['08:00', '= a'],
    ['09:00', 'c d', 'b'],
  ])
})

test('a long talk spans the rows of the other talks that start during it', () => {
  const events = [
    event('taller', 'volcán', '08:00', '10:30'),
    event('a', 'ceiba', '08:00', '09:00'),
    event('b', 'ceiba', '09:00', '10:00'),
    event('c', 'ceiba', '10:00', '11:00'),
    event('d', 'volcán', '11:00'),
    event('e', 'ceiba', '12:00'),
  ]
  expect(drawn(events, [scenario('volcán'), scenario('ceiba')])).toEqual([
    ['08:00', 'taller ×3', 'a'],
    ['09:00', 'b'],
    ['10:00', 'c'],
    // 'd' has no end and no next session, so its cell spans one row.
    ['11:00', '= d'],
    ['12:00', '= e'],
  ])
})

test('a talk that overlaps the next talk in its room is drawn only until that talk starts', () => {
  const events = [event('a', 'volcán', '08:00', '12:00'), event('b', 'ceiba', '09:00'), event('c', 'volcán', '10:00', '11:00')]
  expect(drawn(events, [scenario('volcán'), scenario('ceiba')])).toEqual([
    ['08:00', 'a ×2', ''],
    ['09:00', 'b'],
    ['10:00', '= c'],
  ])
})

test('a session without other sessions at that time spans all columns', () => {
  const rooms = [scenario('volcán'), scenario('ceiba')]
  const alone = [event('a', 'volcán', '08:00', '09:00'), event('b', 'ceiba', '09:00', '11:00')]
  const during = event('c', 'volcán', '10:00', '10:30')
  expect(drawn([...alone, during], rooms)).toEqual([
    ['08:00', '= a'],
    ['09:00', '', 'b ×2'],
    ['10:00', 'c'],
  ])
  expect(drawn(alone, rooms)).toEqual([
    ['08:00', '= a'],
    ['09:00', '= b'],
  ])
  expect(timetable(alone, rooms, endsOf(alone)).scenarios).toEqual([])
  // A table of one column has nothing to span.
  expect(drawn(alone.slice(0, 1), rooms)).toEqual([['08:00', 'a']])
})

test('a session for all rooms has its own row across all columns', () => {
  const events = [
    event('a', 'volcán', '08:00', '11:00'),
    event('b', 'ceiba', '09:00'),
    event('café', '', '10:00', '10:30', true),
    event('c', 'ceiba', '10:00', '11:00'),
    event('d', 'volcán', '11:00'),
  ]
  expect(drawn(events, [scenario('volcán'), scenario('ceiba')])).toEqual([
    ['08:00', 'a ×2', ''],
    ['09:00', 'b'],
    ['10:00', '= café'],
    ['10:00', '= c'],
    ['11:00', '= d'],
  ])
  // A talk in a hidden room stays visible.
  expect(drawn([event('a', 'oculta', '08:00')], [scenario('ceiba')])).toEqual([['08:00', '= a']])
})
