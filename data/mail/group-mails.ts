/** A mail of the organisers to a group of those who registered: in their own words, or with each one's constancia. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { latestAt } from '../instants.ts'
import { minute } from '../time.ts'
import type { Words } from './announcements.ts'
import { concerned } from './event-facts.ts'
import { type QueueMail, toEverybody } from './outbox.ts'
import type { CertificateGroup, MailGroup } from './schema.ts'
import { countPeople, fromNewest, nextPeople, nobody, type Whom } from './to-many.ts'

/**
 * A mail to a group and how far it got; `at` is ISO 8601 in UTC. `queued` counts those too whose mail is still to be queued, and what waits
 * of earlier ones.
 */
export type GroupMail = Words & {
  id: string
  at: string
  to: MailGroup
  people: number
  stopped: boolean
  queued: number
  sent: number
  failed: number
}

const tenMinutes = 10 * minute

/** Of registrations: who is in each group, and can be written to. */
const members: Record<MailGroup, string> = {
  registered: "status = 'registered' AND email <> ''",
  waitlisted: "status = 'waitlisted' AND email <> ''",
  confirmed: "status = 'registered' AND isConfirmed = 1 AND email <> ''",
  arrived: "arrivedAt IS NOT NULL AND status <> 'cancelled' AND email <> ''",
  all: concerned,
}

/** Of registrations: who has not been mailed a constancia, and has none that was revoked. */
const unmailed = `NOT EXISTS (SELECT 1 FROM mails WHERE registrationId = registrations.id AND kind = 'certificate')
  AND NOT EXISTS (SELECT 1 FROM certificates WHERE registration = registrations.id AND revokedAt IS NOT NULL)`

type Kind = 'group' | 'certificate'
/** `ids` is whom of the group, as a JSON array; null for all of it. */
type Group = { kind: Kind; recipients: MailGroup; ids: string | null }

const whom = ({ kind, recipients, ids }: Group): Whom => ({
  condition: `${members[recipients]} AND (@ids IS NULL OR id IN (SELECT value FROM json_each(@ids)))${kind === 'certificate' ? ` AND ${unmailed}` : ''}`,
  values: { ids },
})

/** How many people are in a group. */
const countGroup = (db: Db, to: MailGroup): number => countPeople(db, { condition: members[to] }, nobody)

/** How many people are in each group. */
export const groupSizes = (db: Db) =>
  Object.fromEntries(Object.keys(members).map((to) => [to, countGroup(db, to as MailGroup)])) as Record<MailGroup, number>

type Row = Words & Group & { id: string; at: string; people: number; stopped: number }

/** The newest mail to a group of this kind, stopped or not; null before the first of the present edition. */
export function lastGroupMail(db: Db, kind: Kind = 'group'): GroupMail | null {
  const row = prepared<Row>(
    db,
    `SELECT id, at, kind, recipients, ids, subject, body, people, stoppedAt IS NOT NULL AS stopped FROM groupMails
     WHERE kind = ? AND at > coalesce((SELECT max(finishedAt) FROM editions WHERE undoneAt IS NULL), '')
     ORDER BY rowid DESC LIMIT 1`,
  ).get(kind)
  if (!row) return null
  const { id, at, recipients: to, subject, body, people, stopped } = row
  const count = prepared<{ mails: number }>(db, 'SELECT count(*) AS mails FROM mails WHERE groupId = ? AND status = ?')
  const of = (status: string) => count.get(id, status)?.mails ?? 0
  return {
    id,
    at,
    to,
    subject,
    body,
    people,
    stopped: stopped === 1,
    queued: countWaiting(db, kind),
    sent: of('sent'),
    failed: of('failed'),
  }
}

/** Of mails: which of a kind, to whichever group, wait to be sent. */
const waiting = `status = 'queued' AND ${toEverybody} = 1 AND kind = ? AND groupId IS NOT NULL`

/** How many people are still to get mails of this kind, whichever group they were written to: queued already, or still to be. */
const countWaiting = (db: Db, kind: Kind): number =>
  underWay(db, kind).reduce(
    (sum, other) => sum + countPeople(db, whom(other), other.reached),
    prepared<{ mails: number }>(db, `SELECT count(*) AS mails FROM mails WHERE ${waiting}`).get(kind)?.mails ?? 0,
  )

/** The words of a mail to a group; null where it is not kept. */
export function groupWords(db: Db, id: string): Words | null {
  return prepared<Words>(db, 'SELECT subject, body FROM groupMails WHERE id = ?').get(id) ?? null
}

/**
 * Begins to write to a group; subject and body may hold placeholders, `at` is ISO 8601 in UTC. In the same transaction the first
 * mails are queued; the others follow with `continueGroupMail`. `people`: they are not as many as `expected`. `wait`: another went
 * out within ten minutes, and so many milliseconds are left. With both nothing is done.
 */
export function queueGroupMail(
  db: Db,
  queue: QueueMail,
  { to, expected, subject, body }: Words & { to: MailGroup; expected: number },
  { by, at }: { by: string; at: string },
): { outcome: 'queued'; id: string; people: number } | { outcome: 'people'; people: number } | { outcome: 'wait'; wait: number } {
  return db
    .transaction(() => {
      const last = lastGroupMail(db)
      const wait = last && last.at <= latestAt(at) ? Date.parse(last.at) + tenMinutes - Date.parse(at) : 0
      if (wait > 0) return { outcome: 'wait' as const, wait }
      const people = countGroup(db, to)
      if (people !== expected || people === 0) return { outcome: 'people' as const, people }
      const id = randomUUID()
      // Who registers from here on was not counted.
      prepared(
        db,
        `INSERT INTO groupMails (id, at, by, recipients, subject, body, people, reached)
         VALUES (?, ?, ?, ?, ?, ?, ?, ${fromNewest})`,
      ).run(id, at, by, to, subject, body, people)
      continueGroupMail(db, queue, at)
      return { outcome: 'queued' as const, id, people }
    })
    .immediate()
}

/** How many of a group have not been mailed their constancia. */
export const countUnmailed = (db: Db, recipients: CertificateGroup, ids: readonly string[] | null = null): number =>
  countPeople(db, whom({ kind: 'certificate', recipients, ids: ids && JSON.stringify(ids) }), nobody)

/**
 * Begins to mail each of a group, or of those with these `ids` in it, the link to their constancia, which is made with the mail where
 * there is none yet; who was mailed it is not again. Otherwise as `queueGroupMail`. Returns how many they are: with 0 nothing is done.
 * 'busy': others are still being queued.
 */
export function queueCertificates(
  db: Db,
  queue: QueueMail,
  { to, ids, subject, body }: Words & { to: CertificateGroup; ids: readonly string[] | null },
  { by, at }: { by: string; at: string },
): number | 'busy' {
  return db
    .transaction(() => {
      const isBusy = underWay(db, 'certificate').length > 0
      const people = countUnmailed(db, to, ids)
      if (people === 0) return 0
      if (isBusy) return 'busy' as const
      prepared(
        db,
        `INSERT INTO groupMails (id, at, by, kind, recipients, ids, subject, body, people, reached)
         VALUES (?, ?, ?, 'certificate', ?, ?, ?, ?, ?, ${fromNewest})`,
      ).run(randomUUID(), at, by, to, ids && JSON.stringify(ids), subject, body, people)
      continueGroupMail(db, queue, at)
      return people
    })
    .immediate()
}

type UnderWay = Group & { id: string; reached: number }

/** Those that are still being queued, the oldest first. */
const allUnderWay = (db: Db): UnderWay[] =>
  prepared<UnderWay>(db, 'SELECT id, kind, recipients, ids, reached FROM groupMails WHERE reached IS NOT NULL ORDER BY at').all()

const underWay = (db: Db, kind: Kind) => allUnderWay(db).filter((group) => group.kind === kind)

/**
 * Queues the mails of the next people of a group, and notes how far it got, both or neither: begun anew after a crash, it leaves
 * nobody out and writes to nobody twice. Returns how many were queued: 0 when all are, or when it was stopped.
 */
export function continueGroupMail(db: Db, queue: QueueMail, at: string): number {
  // Looked at before the database is locked: most of the time there is none.
  if (allUnderWay(db).length === 0) return 0
  return db
    .transaction(() => {
      const [group] = allUnderWay(db)
      if (!group) return 0
      const { people, reached } = nextPeople(db, whom(group), group.reached)
      for (const person of people) queue(group.kind, person, at, { groupId: group.id })
      prepared(db, 'UPDATE groupMails SET reached = ? WHERE id = ?').run(reached, group.id)
      return people.length
    })
    .immediate()
}

/** Takes back all that still waits of mails of this kind to groups. Returns how many mails that were; with 0 they stand as they are. */
export function stopGroupMail(db: Db, at: string, kind: Kind = 'group'): number {
  return db
    .transaction(() => {
      const people = countWaiting(db, kind)
      if (people === 0) return 0
      const dequeued = prepared<{ groupId: string }>(db, `DELETE FROM mails WHERE ${waiting} RETURNING groupId`).all(kind)
      const stopped = new Set([...dequeued.map(({ groupId }) => groupId), ...underWay(db, kind).map(({ id }) => id)])
      for (const id of stopped) prepared(db, 'UPDATE groupMails SET stoppedAt = ?, reached = NULL WHERE id = ?').run(at, id)
      return people
    })
    .immediate()
}

/** Whether somebody is in the group that this mail was written to; of one that is not kept nobody knows. */
export function isInGroup(db: Db, groupId: string, registrationId: string): boolean {
  const group = prepared<{ recipients: MailGroup }>(db, 'SELECT recipients FROM groupMails WHERE id = ?').get(groupId)
  if (!group) return true
  const found = prepared(db, `SELECT 1 FROM registrations WHERE id = ? AND ${members[group.recipients]}`).get(registrationId)
  return found !== undefined
}

/** Dequeues what waits for somebody who is no longer in the group that it was written to. */
export function dequeueGroupMails(db: Db, registrationId: string): void {
  for (const [to, condition] of Object.entries(members))
    prepared(
      db,
      `DELETE FROM mails WHERE registrationId = @id AND +status = 'queued' AND kind IN ('group', 'certificate')
         AND groupId IN (SELECT id FROM groupMails WHERE recipients = @to)
         AND NOT EXISTS (SELECT 1 FROM registrations WHERE id = @id AND ${condition})`,
    ).run({ id: registrationId, to })
}
