import type { Db } from '../db/db.ts'
import { inTransaction, prepared } from '../db/prepared.ts'
import { hourMs } from '../time.ts'
import type { QueueMail, Recipient } from './outbox.ts'

export type Reminder = { due: string; start: string }

/** Nobody gets a second reminder if the event moves by at most 12 hours. */
export function queueReminders(db: Db, queue: QueueMail, { due, start }: Reminder, now: string, limit = 500): number {
  if (now < due || now >= start) return 0
  return inTransaction(db, () => {
    const markName = `reminder ${start}`
    const isOver = db.prepare("SELECT 1 FROM mailMarks WHERE name = ? OR (name = 'restored' AND at >= ?)").get(markName, due)
    if (isOver) return 0
    const recently = new Date(Date.parse(due) - 12 * hourMs).toISOString()
    const people = prepared<Recipient>(
      db,
      `SELECT id, email, name FROM registrations
           WHERE status = 'registered' AND wantsReminders = 1 AND email <> '' AND registrationDate < ? AND NOT EXISTS (
             SELECT 1 FROM mails WHERE registrationId = registrations.id AND kind = 'reminder' AND mails.createdAt >= ?)
           LIMIT ?`,
    ).all(due, recently, limit)
    for (const person of people) queue('reminder', person, now)
    if (people.length < limit) db.prepare('INSERT INTO mailMarks (name, at) VALUES (?, ?)').run(markName, now)
    return people.length
  })
}
