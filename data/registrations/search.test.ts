import { expect, test } from 'vitest'
import { memoryDb } from '../testing.ts'
import { nameOrder } from './search.ts'

test('the database has an index for the order of names in lists', () => {
  const index = memoryDb().prepare("SELECT sql FROM sqlite_schema WHERE name = 'registrations_name'").pluck().get()
  expect(index).toContain(`(${nameOrder}, id, `)
})
