import { expect, test } from 'vitest'
import { searchIn } from './search.ts'

test.each([
  ['angel perez', 'José Ángel Pérez'],
  ['ÁNGEL', 'José Ángel Pérez'],
  ['munoz', 'Héctor Muñoz'],
  ['  ', null],
  ['pérez muñoz', ''],
])('%j finds %j', (query, expected) => {
  const found = searchIn(['José Ángel Pérez', 'Héctor Muñoz'], (name) => name)(query)
  expect(found && [...found].join()).toBe(expected)
})
