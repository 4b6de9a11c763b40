import { expect, test } from 'vitest'
import { mailQueue } from '../mail/outbox.ts'
import { addRegistration, memoryDb, zone } from '../testing.ts'
import { registrationWriter } from './new-registrations.ts'

const at = '2025-06-01T12:00:00.000Z'

test('the time to store a registration does not grow with the number of mails', () => {
  const db = memoryDb()
  const write = registrationWriter(db, zone, mailQueue(db, 'conferencia.gt'))
  let count = 0
  const costOnce = (registrations: number) => {
    const before = process.threadCpuUsage()
    for (let index = 0; index < registrations; index++)
      write({ fields: { name: 'Ana', email: `${count++}@ejemplo.gt` }, at, idempotencyKey: null, marketingText: '' })
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  /** Takes the smallest of three results, because garbage collection slows some runs. */
  const cost = (registrations: number) => Math.min(...[1, 2, 3].map(() => costOnce(registrations)))
  costOnce(500)
  const withFew = cost(500)
  // Far more mails than a real conference has. If each mail were read, registering would take ten times as long.
  const others = Array.from({ length: 50_000 }, (_, index) => index)
  const luz = addRegistration(db, { name: 'Luz', email: 'luz@ejemplo.gt' }).id
  db.prepare(
    `INSERT INTO mails (id, kind, registrationId, email, name, searchText, messageId, createdAt, nextAt)
     SELECT value, 'confirmation', @luz, 'luz@ejemplo.gt', 'Luz', 'luz', value, @at, @at FROM json_each(@others)`,
  ).run({ at, luz, others: JSON.stringify(others) })
  expect(cost(500) / withFew).toBeLessThan(4)
})
