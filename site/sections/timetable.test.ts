import { expect, test } from 'vitest'
import type { AgendaEvent, Scenario } from '../../data/schema.ts'
import { type Timetable, timetable } from './timetable.ts'

const scenario = (id: string) => ({ id, name: id }) as Scenario
const event = (id: string, scenarioId: string, startTime: string, endTime = '') =>
  ({ id, scenarioId, startTime, endTime }) as AgendaEvent

/** Each row as its time and cells: what starts in it, and how many rows it takes if more than one. */
const drawn = ({ rows }: Timetable) =>
  rows.map(({ time, cells }) => [
    time,
    ...cells.map(({ events, rows }) => events.map(({ id }) => id).join(' ') + (rows > 1 ? ` ×${rows}` : '')),
  ])

test('the agenda has a row for each starting time and a column for each scenario that is used', () => {
  const events = [
    event('a', 'volcán', '08:00'),
    event('b', 'ceiba', '09:00'),
    event('c', 'volcán', '09:00'),
    event('d', 'volcán', '09:00'),
  ]
  const table = timetable(events, [scenario('volcán'), scenario('vacío'), scenario('ceiba')])
  expect(table.scenarios.map(({ id }) => id)).toEqual(['volcán', 'ceiba'])
  expect(drawn(table)).toEqual([
    ['08:00', 'a', ''],
    ['09:00', 'c d', 'b'],
  ])
})

test('what goes on while others start takes their rows too, so that the table shows how long it lasts', () => {
  const events = [
    event('taller', 'volcán', '08:00', '10:30'),
    event('a', 'ceiba', '08:00', '09:00'),
    event('b', 'ceiba', '09:00', '10:00'),
    event('c', 'ceiba', '10:00', '11:00'),
    event('d', 'volcán', '11:00'),
    event('e', 'ceiba', '12:00'),
  ]
  expect(drawn(timetable(events, [scenario('volcán'), scenario('ceiba')]))).toEqual([
    ['08:00', 'taller ×3', 'a'],
    ['09:00', 'b'],
    ['10:00', 'c'],
    // Without an end, nothing is known to go on.
    ['11:00', 'd', ''],
    ['12:00', '', 'e'],
  ])
})

test('a session that overlaps the next one in its scenario ends where that one starts: nothing is hidden', () => {
  const events = [event('a', 'volcán', '08:00', '12:00'), event('b', 'ceiba', '09:00'), event('c', 'volcán', '10:00', '11:00')]
  expect(drawn(timetable(events, [scenario('volcán'), scenario('ceiba')]))).toEqual([
    ['08:00', 'a ×2', ''],
    ['09:00', 'b'],
    ['10:00', 'c', ''],
  ])
})
