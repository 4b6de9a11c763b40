import { expect, test } from 'vitest'
import type { AgendaEvent, Scenario } from '../../data/schema.ts'
import { timetable } from './timetable.ts'

const scenario = (id: string) => ({ id, name: id }) as Scenario
const event = (id: string, scenarioId: string, startTime: string) => ({ id, scenarioId, startTime }) as AgendaEvent

test('the agenda has a row for each starting time and a column for each scenario that is used', () => {
  const events = [
    event('a', 'volcán', '08:00'),
    event('b', 'ceiba', '09:00'),
    event('c', 'volcán', '09:00'),
    event('d', 'volcán', '09:00'),
  ]
  const { scenarios, rows } = timetable(events, [scenario('volcán'), scenario('vacío'), scenario('ceiba')])
  expect(scenarios.map(({ id }) => id)).toEqual(['volcán', 'ceiba'])
  expect(rows.map(({ time, cells }) => [time, ...cells.map((cell) => cell.map(({ id }) => id).join(' '))])).toEqual([
    ['08:00', 'a', ''],
    ['09:00', 'c d', 'b'],
  ])
})
