import { expect, test } from 'vitest'
import { memoryDb } from '../testing.ts'
import { byName } from './list.ts'

test('the SQL query for the attendee list uses an index', () => {
  const plan = memoryDb()
    .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${byName}`)
    .all({ nameKey: 'ana', id: '1', limit: 500 })
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH registrations USING INDEX registrations_name \(/),
    'CORRELATED SCALAR SUBQUERY 1',
    expect.stringMatching(/^SEARCH doorAliases USING COVERING INDEX doorAliases_registration \(/),
    'CORRELATED SCALAR SUBQUERY 2',
    expect.stringMatching(/^SEARCH sessionSeats USING INDEX sessionSeats_registration \(/),
  ])
})
