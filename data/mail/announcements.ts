import type { Db } from '../db/db.ts'
import { countRows, inTransaction, prepared } from '../db/prepared.ts'
import {
  announcedFacts,
  attendeeCondition,
  changesBetween,
  type FactChange,
  factsNow,
  unannouncedChanges,
} from './event-facts.ts'
import { countPeople, newestPositionSql, nextPeople, reachedNobody } from './mass-mail.ts'
import type { QueueMail } from './outbox.ts'

export type MailText = { subject: string; body: string }

export type Announcement = MailText & { at: string; stopped: boolean; queued: number; sent: number; failed: number }

const everybody = { condition: attendeeCondition }

export const countRecipients = (db: Db): number => countPeople(db, everybody, reachedNobody)

/** `queued` includes people whose mail is not in the outbox yet. */
export function lastAnnouncement(db: Db): Announcement | null {
  const last = prepared<MailText & { at: string; stopped: number; reached: number | null }>(
    db,
    'SELECT at, subject, body, stoppedAt IS NOT NULL AS stopped, reached FROM announcements ORDER BY rowid DESC LIMIT 1',
  ).get()
  if (!last) return null
  const { at, subject, body, stopped, reached } = last
  const ofStatus = "SELECT count(*) FROM mails WHERE createdAt = ? AND kind = 'changed' AND status = ?"
  const of = (status: string) => countRows(db, ofStatus, at, status)
  const queued = of('queued') + countPeople(db, everybody, reached)
  return { at, subject, body, stopped: stopped === 1, queued, sent: of('sent'), failed: of('failed') }
}

export const wasStopped = (db: Db, at: string): boolean =>
  prepared(db, 'SELECT 1 FROM announcements WHERE at = ? AND stoppedAt IS NOT NULL').get(at) !== undefined

/** Leaves out fields whose value has changed since the announcement. */
export function lastAnnouncedChange(db: Db): (MailText & { changes: FactChange[] }) | null {
  const row = prepared<MailText & { before: string | null; facts: string }>(
    db,
    'SELECT subject, body, before, facts FROM announcements WHERE stoppedAt IS NULL ORDER BY rowid DESC LIMIT 1',
  ).get()
  if (!row) return null
  const { subject, body, before, facts } = row
  const now = factsNow(db)
  const changes = before === null ? [] : changesBetween(JSON.parse(before), JSON.parse(facts))
  return { subject, body, changes: changes.filter(({ field, after }) => after === now[field]) }
}

/** Replaces an unfinished announcement. 'same': the last announcement has this text. 'unchanged': no fact of the event has changed. */
export function queueAnnouncement(
  db: Db,
  queue: QueueMail,
  { subject, body }: MailText,
  { by, at }: { by: string; at: string },
): 'queued' | 'same' | 'unchanged' {
  return inTransaction(db, () => {
    if (unannouncedChanges(db).length === 0) {
      const last = lastAnnouncement(db)
      return last && !last.stopped && last.subject === subject && last.body === body ? 'same' : 'unchanged'
    }
    cancelQueued(db)
    // Reaches only people who are registered now. People who register later get the new facts in their confirmation.
    db.prepare(
      `INSERT INTO announcements (at, by, subject, body, before, facts, reached)
         VALUES (?, ?, ?, ?, ?, ?, ${newestPositionSql})`,
    ).run(at, by, subject, body, JSON.stringify(announcedFacts(db)), JSON.stringify(factsNow(db)))
    continueAnnouncement(db, queue)
    return 'queued'
  })
}

/** Stores the position `reached` together with the mails, so that a crash neither skips nor repeats anybody. */
export function continueAnnouncement(db: Db, queue: QueueMail): number {
  if (!unfinished(db)) return 0
  return inTransaction(db, () => {
    const announcement = unfinished(db)
    if (!announcement) return 0
    const { people, reached } = nextPeople(db, everybody, announcement.reached)
    for (const person of people) queue('changed', person, announcement.at)
    prepared(db, 'UPDATE announcements SET reached = ? WHERE at = ?').run(reached, announcement.at)
    return people.length
  })
}

const unfinished = (db: Db) =>
  prepared<{ at: string; reached: number }>(db, 'SELECT at, reached FROM announcements WHERE reached IS NOT NULL').get()

export function stopAnnouncement(db: Db, at: string): number {
  return inTransaction(db, () => {
    const count = cancelQueued(db)
    if (count > 0) {
      db.prepare('UPDATE announcements SET stoppedAt = ? WHERE rowid = (SELECT max(rowid) FROM announcements)').run(at)
    }
    return count
  })
}

function cancelQueued(db: Db): number {
  const unqueued = countPeople(db, everybody, unfinished(db)?.reached ?? null)
  db.exec('UPDATE announcements SET reached = NULL WHERE reached IS NOT NULL')
  return unqueued + db.prepare("DELETE FROM mails WHERE kind = 'changed' AND status = 'queued'").run().changes
}
