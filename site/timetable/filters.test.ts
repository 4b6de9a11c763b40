import { expect, test } from 'vitest'
import type { AgendaEvent, Scenario } from '../../data/content/schema.ts'
import { filterRules, filtersOf } from './filters.ts'

const room = (id: string) => ({ id, name: `Sala ${id}` }) as Scenario
const session = (fields: Partial<AgendaEvent>) =>
  ({ scenarioId: 'a', isPlenary: false, language: '', level: '', track: '', ...fields }) as AgendaEvent

test('offers a filter for each property in which the talks differ', () => {
  const talk = session({ language: 'Español', level: 'Avanzado' })
  const coffee = session({ scenarioId: '', isPlenary: true })
  const events = [talk, session({ scenarioId: 'c', language: 'Inglés', level: 'Avanzado' }), coffee]
  const { filters, numbersOf } = filtersOf(events, [room('a'), room('b'), room('c')])
  expect(filters.map(({ label, choices }) => [label, ...choices.map(({ number, label }) => `${number} ${label}`)])).toEqual([
    ['Sala', '1 Sala a', '2 Sala c'],
    ['Idioma', '3 Español', '4 Inglés'],
  ])
  expect(numbersOf(talk)).toBe('1 3')
  // A session for all rooms matches the filter of each room.
  expect(numbersOf(coffee)).toBe('1 2')
  expect(filterRules(filters).split('}').length - 1).toBe(4)
})

test('offers no filter for a property that has fewer than two values in the talks', () => {
  expect(filtersOf([session({}), session({ track: 'Datos' })], [room('a'), room('b')]).filters).toEqual([])
  expect(filterRules([])).toBe('')
})
