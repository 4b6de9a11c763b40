import { expect, test } from 'vitest'
import { addRegistration, memoryDb } from '../../data/testing.ts'
import { createSharedSummary } from './shared-summary.ts'

test('simultaneous requests share one count of the arrivals until an arrival changes', async () => {
  const db = memoryDb()
  const id = addRegistration(db).id
  const summary = createSharedSummary(db)
  const first = summary()
  expect(summary()).toBe(first)
  await first
  expect(summary()).toBe(first)
  expect(await first).toMatchObject({ expected: 1, arrived: 0 })

  const arrive = db.prepare('UPDATE registrations SET arrivedAt = ?, door = ? WHERE id = ?')
  arrive.run('2027-03-04T15:00:00.000Z', 'Norte', id)
  const second = summary()
  arrive.run('2027-03-04T15:00:00.000Z', 'Sur', id)
  // The change came while `second` counted, so `third` and `fourth` share a new count.
  const [third, fourth] = [summary(), summary()]
  expect([third === second, third === fourth]).toEqual([false, true])
  expect(await third).toMatchObject({ arrived: 1, byDoor: [{ door: 'Sur', count: 1 }] })
})
