import { expect, test } from 'vitest'
import { memoryDb } from '../testing.ts'
import { nameOrder } from './sort-columns.ts'

test('the index of names is of what the list is sorted by: with another the list would be sorted anew each time', () => {
  const index = memoryDb().prepare("SELECT sql FROM sqlite_schema WHERE name = 'registrations_name'").pluck().get()
  expect(index).toContain(`(${nameOrder}, id, `)
})
