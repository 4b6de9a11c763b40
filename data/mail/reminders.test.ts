import { expect, test } from 'vitest'
import { failQueuedMails } from '../db/snapshot.ts'
import { addRegistration, memoryDb } from '../testing.ts'
import { mailQueue } from './outbox.ts'
import { queueReminders } from './reminders.ts'

const reminder = { due: '2025-11-18T13:00:00.000Z', start: '2025-11-20T13:00:00.000Z' }
const before = '2025-11-18T12:59:59.000Z'
const now = '2025-11-18T13:05:00.000Z'
const later = '2025-11-19T13:00:00.000Z'

function setUp() {
  const db = memoryDb()
  for (const name of ['ana', 'eva', 'luz']) addRegistration(db, { name, email: `${name}@ejemplo.gt` }, '2025-10-01T12:00:00.000Z')
  const queue = mailQueue(db, 'conferencia.gt')
  const run = (at: string, limit?: number, day = reminder) => queueReminders(db, queue, day, at, limit)
  const to = () => db.prepare<[], string>('SELECT name FROM mails ORDER BY name').pluck().all()
  return { db, run, to }
}

test('sends each registered person one reminder when it is due', () => {
  const { run, to } = setUp()
  expect(run(before)).toBe(0)
  expect(run(now)).toBe(3)
  expect(run(now)).toBe(0)
  expect(run(later)).toBe(0)
  expect(to()).toEqual(['ana', 'eva', 'luz'])
})

test('an interrupted run of reminders continues without repeating a reminder', () => {
  const { run, to } = setUp()
  expect([run(now, 2), run(now, 2), run(now, 2)]).toEqual([2, 1, 0])
  expect(to()).toEqual(['ana', 'eva', 'luz'])
})

test('people who cancelled, declined reminders or registered too late get no reminder', () => {
  const { db, run, to } = setUp()
  db.exec("UPDATE registrations SET status = 'cancelled' WHERE name = 'ana'")
  db.exec("UPDATE registrations SET wantsReminders = 0 WHERE name = 'eva'")
  addRegistration(db, { name: 'zoe', email: 'zoe@ejemplo.gt' }, '2025-11-18T13:01:00.000Z')
  run(now)
  expect(to()).toEqual(['luz'])
})

test('sends no reminder once the event has begun', () => {
  const { run } = setUp()
  expect(run(reminder.start)).toBe(0)
})

test('after a backup is restored, sends only reminders due after the restore', () => {
  const { db, run, to } = setUp()
  failQueuedMails(db, later)
  expect(run('2025-11-19T14:00:00.000Z')).toBe(0)
  const next = { due: '2025-11-19T15:00:00.000Z', start: '2025-11-21T15:00:00.000Z' }
  expect(run('2025-11-19T15:00:00.000Z', 500, next)).toBe(3)
  expect(to()).toHaveLength(3)
})

test('sends reminders a second time if the event moves by a day, but not by an hour', () => {
  const { run } = setUp()
  run(now)
  const byAnHour = { due: '2025-11-18T14:00:00.000Z', start: '2025-11-20T14:00:00.000Z' }
  expect(run('2025-11-18T14:30:00.000Z', 500, byAnHour)).toBe(0)
  const byADay = { due: '2025-11-19T13:00:00.000Z', start: '2025-11-21T13:00:00.000Z' }
  expect(run('2025-11-19T13:05:00.000Z', 500, byADay)).toBe(3)
  const moved = { due: '2025-12-18T13:00:00.000Z', start: '2025-12-20T13:00:00.000Z' }
  expect(run('2025-12-18T14:00:00.000Z', 500, moved)).toBe(3)
})
