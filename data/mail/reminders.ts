import type { Db } from '../db/db.ts'
import { inTransaction, prepared } from '../db/prepared.ts'
import { hourMs } from '../time.ts'
import type { QueueMail, Recipient } from './outbox.ts'

export type Reminder = { due: string; start: string }

type DatedMail = Reminder & { kind: 'reminder' | 'ask'; until: string; condition: string; afterwards?: (id: string) => void }

/** Nobody gets a second mail if the event moves by at most 12 hours. */
function queueDated(db: Db, queue: QueueMail, mail: DatedMail, markName: string, now: string, limit: number): number {
  const { kind, due, until, condition, afterwards } = mail
  if (now < due || now >= until) return 0
  return inTransaction(db, () => {
    const isOver = db.prepare("SELECT 1 FROM mailMarks WHERE name = ? OR (name = 'restored' AND at >= ?)").get(markName, due)
    if (isOver) return 0
    const recently = new Date(Date.parse(due) - 12 * hourMs).toISOString()
    const people = prepared<Recipient>(
      db,
      `SELECT id, email, name FROM registrations
           WHERE status = 'registered' AND ${condition} AND email <> '' AND registrationDate < ? AND NOT EXISTS (
             SELECT 1 FROM mails WHERE registrationId = registrations.id AND kind IN ('ask', '${kind}') AND mails.createdAt >= ?)
           LIMIT ?`,
    ).all(due, recently, limit)
    for (const person of people) {
      queue(kind, person, now)
      afterwards?.(person.id)
    }
    if (people.length < limit) db.prepare('INSERT INTO mailMarks (name, at) VALUES (?, ?)').run(markName, now)
    return people.length
  })
}

/** Leaves out people who got the mail that asks whether they come at most 12 hours before `due`. */
export function queueReminders(db: Db, queue: QueueMail, { due, start }: Reminder, now: string, limit = 500): number {
  const mail = { kind: 'reminder', due, start, until: start, condition: 'wantsReminders = 1' } as const
  return queueDated(db, queue, mail, `reminder ${start}`, now, limit)
}

/** At `deadline`, seats of people who did not answer are given away. With a deadline, people who want no reminders are asked too. */
export function queueAsks(
  db: Db,
  queue: QueueMail,
  { due, start, deadline }: Reminder & { deadline: string | null },
  now: string,
  limit = 500,
): number {
  const condition = `isConfirmed = 0 AND isWalkIn = 0${deadline === null ? ' AND wantsReminders = 1' : ''}`
  const afterwards = (id: string) => prepared(db, 'UPDATE registrations SET askedAt = ? WHERE id = ?').run(now, id)
  const mail = { kind: 'ask', due, start, until: deadline ?? start, condition, afterwards } as const
  return queueDated(db, queue, mail, `ask ${due} ${start}`, now, limit)
}
