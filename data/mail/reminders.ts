import type { Db } from '../db/db.ts'
import { hour } from '../time.ts'
import type { QueueMail, Recipient } from './outbox.ts'

/** The reminder of an event's day: due from `due` until `start` (both ISO 8601 in UTC). */
export type Reminder = { due: string; start: string }

/**
 * Queues the reminder for at most `limit` of those who are registered, want it and have none yet, nor one of the twelve hours before,
 * as where the start was moved by one; those who registered after it was due need none. Returns how many were queued: 0 when there is
 * nothing more to do. Nothing is queued where a restored backup is newer than the moment it was due: it may have gone out before.
 */
export function queueReminders(db: Db, queue: QueueMail, { due, start }: Reminder, now: string, limit = 500): number {
  if (now < due || now >= start) return 0
  return db
    .transaction(() => {
      const done = `reminder ${start}`
      const isOver = db.prepare("SELECT 1 FROM mailMarks WHERE name = ? OR (name = 'restored' AND at >= ?)").get(done, due)
      if (isOver) return 0
      const recently = new Date(Date.parse(due) - 12 * hour).toISOString()
      const people = db
        .prepare<[string, string, number], Recipient>(
          `SELECT id, email, name FROM registrations
           WHERE status = 'registered' AND wantsReminders = 1 AND email <> '' AND registrationDate < ? AND NOT EXISTS (
             SELECT 1 FROM mails WHERE registrationId = registrations.id AND kind = 'reminder' AND mails.createdAt >= ?)
           LIMIT ?`,
        )
        .all(due, recently, limit)
      for (const person of people) queue('reminder', person, now)
      if (people.length < limit) db.prepare('INSERT INTO mailMarks (name, at) VALUES (?, ?)').run(done, now)
      return people.length
    })
    .immediate()
}
