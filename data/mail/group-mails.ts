import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { countRows, inTransaction, prepared, readValues } from '../db/prepared.ts'
import { latestAt } from '../instants.ts'
import { minuteMs } from '../time.ts'
import type { MailText } from './announcements.ts'
import { attendeeCondition } from './event-facts.ts'
import { countPeople, newestPositionSql, nextPeople, type RecipientFilter, reachedNobody } from './mass-mail.ts'
import { isMassMailSql, type QueueMail } from './outbox.ts'
import type { CertificateGroup, MailGroup } from './schema.ts'

/** `queued` also counts mails of earlier group mails. */
export type GroupMail = MailText & {
  id: string
  at: string
  to: MailGroup
  people: number
  stopped: boolean
  /** Number of people who answered after a mail to the group 'unanswered'. */
  answered: number
  queued: number
  sent: number
  failed: number
}

const pauseMs = 10 * minuteMs

/** SQL: the registration lacks an answer to an active question. Questions with a condition (`onlyIf`) do not count. */
const hasUnanswered = `EXISTS (
  SELECT 1 FROM revisions JOIN json_each(revisions.items) AS held JOIN itemVersions ON itemVersions.id = held.value
  WHERE revisions.id = (SELECT max(id) FROM revisions WHERE section = 'questions')
    AND itemVersions.value ->> 'isActive' = 1 AND itemVersions.value ->> 'onlyIf' IS NULL
    AND registrations.answers -> ('$."' || itemVersions.item || '"') IS NULL)`

const members: Record<MailGroup, string> = {
  registered: "status = 'registered' AND email <> ''",
  waitlisted: "status = 'waitlisted' AND email <> ''",
  confirmed: "status = 'registered' AND isConfirmed = 1 AND email <> ''",
  arrived: "arrivedAt IS NOT NULL AND status <> 'cancelled' AND email <> ''",
  unanswered: `${attendeeCondition} AND ${hasUnanswered}`,
  all: attendeeCondition,
}

const reachable = (to: MailGroup) => `${members[to]} AND wantsReminders = 1`

const unmailed = `NOT EXISTS (SELECT 1 FROM mails WHERE registrationId = registrations.id AND kind = 'certificate')
  AND NOT EXISTS (SELECT 1 FROM certificates WHERE registration = registrations.id AND revokedAt IS NOT NULL)`

type Kind = 'group' | 'certificate'
/** `ids` is a JSON array, or null for the whole group. */
type Group = { kind: Kind; recipients: MailGroup; ids: string | null }

const recipientFilter = ({ kind, recipients, ids }: Group): RecipientFilter => ({
  condition: `${kind === 'group' ? reachable(recipients) : members[recipients]} AND (@ids IS NULL OR id IN (SELECT value FROM json_each(@ids)))${kind === 'certificate' ? ` AND ${unmailed}` : ''}`,
  values: { ids },
})

const countGroup = (db: Db, recipients: MailGroup, ids: string | null = null): number =>
  countPeople(db, recipientFilter({ kind: 'group', recipients, ids }), reachedNobody)

export const groupSizes = (db: Db) =>
  Object.fromEntries(Object.keys(members).map((to) => [to, countGroup(db, to as MailGroup)])) as Record<MailGroup, number>

type Row = MailText & Group & { id: string; at: string; people: number; stopped: number }

export function lastGroupMail(db: Db, kind: Kind = 'group'): GroupMail | null {
  const row = prepared<Row>(
    db,
    `SELECT id, at, kind, recipients, ids, subject, body, people, stoppedAt IS NOT NULL AS stopped FROM groupMails
     WHERE kind = ? AND at > coalesce((SELECT max(finishedAt) FROM editions WHERE undoneAt IS NULL), '')
     ORDER BY rowid DESC LIMIT 1`,
  ).get(kind)
  if (!row) return null
  const { id, at, recipients: to, subject, body, people, stopped } = row
  const of = (status: string) => countRows(db, 'SELECT count(*) FROM mails WHERE groupId = ? AND status = ?', id, status)
  return {
    id,
    at,
    to,
    subject,
    body,
    people,
    stopped: stopped === 1,
    answered: to === 'unanswered' ? countAnswered(db, id) : 0,
    queued: countWaiting(db, kind),
    sent: of('sent'),
    failed: of('failed'),
  }
}

const countAnswered = (db: Db, groupId: string): number =>
  countRows(
    db,
    `SELECT count(*) FROM mails JOIN registrations ON registrations.id = registrationId WHERE groupId = ? AND mails.status = 'sent' AND NOT ${hasUnanswered}`,
    groupId,
  )

const waitingSql = `status = 'queued' AND ${isMassMailSql} = 1 AND kind = ? AND groupId IS NOT NULL`

const countWaiting = (db: Db, kind: Kind): number =>
  underWay(db, kind).reduce(
    (sum, other) => sum + countPeople(db, recipientFilter(other), other.reached),
    countRows(db, `SELECT count(*) FROM mails WHERE ${waitingSql}`, kind),
  )

export function groupMailText(db: Db, id: string): (MailText & { recipients: MailGroup }) | null {
  const text = 'SELECT subject, body, recipients FROM groupMails WHERE id = ?'
  return prepared<MailText & { recipients: MailGroup }>(db, text).get(id) ?? null
}

/**
 * `ids` limits the group to these people. Returns 'people' if nobody would get the mail, or if the group no longer has `expected`
 * people.
 */
export function queueGroupMail(
  db: Db,
  queue: QueueMail,
  { to, ids, expected, subject, body }: MailText & { to: MailGroup; ids?: readonly string[]; expected?: number },
  { by, at }: { by: string; at: string },
):
  | { outcome: 'queued'; id: string; people: number }
  | { outcome: 'people'; people: number }
  | { outcome: 'wait'; waitMs: number } {
  return inTransaction(db, () => {
    const last = lastGroupMail(db)
    const waitMs = last && last.at <= latestAt(at) ? Date.parse(last.at) + pauseMs - Date.parse(at) : 0
    if (waitMs > 0) return { outcome: 'wait', waitMs }
    const chosen = ids ? JSON.stringify(ids) : null
    const people = countGroup(db, to, chosen)
    if (people !== (expected ?? people) || people === 0) return { outcome: 'people', people }
    const id = start(db, queue, { at, by, kind: 'group', recipients: to, ids: chosen, subject, body, people })
    return { outcome: 'queued', id, people }
  })
}

type NewGroupMail = MailText & Group & { at: string; by: string; people: number }

function start(db: Db, queue: QueueMail, mail: NewGroupMail): string {
  const id = randomUUID()
  prepared(
    db,
    `INSERT INTO groupMails (id, at, by, kind, recipients, ids, subject, body, people, reached)
     VALUES (@id, @at, @by, @kind, @recipients, @ids, @subject, @body, @people, ${newestPositionSql})`,
  ).run({ ...mail, id })
  continueGroupMail(db, queue, mail.at)
  return id
}

export const countUnmailed = (db: Db, recipients: CertificateGroup, ids: readonly string[] | null = null): number =>
  countPeople(db, recipientFilter({ kind: 'certificate', recipients, ids: ids && JSON.stringify(ids) }), reachedNobody)

export function queueCertificates(
  db: Db,
  queue: QueueMail,
  { to, ids, subject, body }: MailText & { to: CertificateGroup; ids: readonly string[] | null },
  { by, at }: { by: string; at: string },
): number | 'busy' {
  return inTransaction(db, () => {
    const isBusy = underWay(db, 'certificate').length > 0
    const people = countUnmailed(db, to, ids)
    if (people === 0) return 0
    if (isBusy) return 'busy'
    start(db, queue, { at, by, kind: 'certificate', recipients: to, ids: ids && JSON.stringify(ids), subject, body, people })
    return people
  })
}

type UnderWay = Group & { id: string; reached: number }

const allUnderWay = (db: Db): UnderWay[] =>
  prepared<UnderWay>(db, 'SELECT id, kind, recipients, ids, reached FROM groupMails WHERE reached IS NOT NULL ORDER BY at').all()

const underWay = (db: Db, kind: Kind) => allUnderWay(db).filter((group) => group.kind === kind)

export function continueGroupMail(db: Db, queue: QueueMail, at: string): number {
  if (allUnderWay(db).length === 0) return 0
  return inTransaction(db, () => {
    const [group] = allUnderWay(db)
    if (!group) return 0
    const { people, reached } = nextPeople(db, recipientFilter(group), group.reached)
    for (const person of people) queue(group.kind, person, at, { groupId: group.id })
    prepared(db, 'UPDATE groupMails SET reached = ? WHERE id = ?').run(reached, group.id)
    return people.length
  })
}

export function stopGroupMail(db: Db, at: string, kind: Kind = 'group'): number {
  return inTransaction(db, () => {
    const people = countWaiting(db, kind)
    if (people === 0) return 0
    const dequeued = readValues<string>(db, `DELETE FROM mails WHERE ${waitingSql} RETURNING groupId`, kind)
    const stoppedIds = new Set([...dequeued, ...underWay(db, kind).map(({ id }) => id)])
    for (const id of stoppedIds) prepared(db, 'UPDATE groupMails SET stoppedAt = ?, reached = NULL WHERE id = ?').run(at, id)
    return people
  })
}

/** Also returns true if the group mail is no longer stored, so that its mails can still be sent again. */
export function isInGroup(db: Db, groupId: string, registrationId: string): boolean {
  const group = prepared<Group>(db, 'SELECT kind, recipients, ids FROM groupMails WHERE id = ?').get(groupId)
  if (!group) return true
  const condition = group.kind === 'group' ? reachable(group.recipients) : members[group.recipients]
  return prepared(db, `SELECT 1 FROM registrations WHERE id = ? AND ${condition}`).get(registrationId) !== undefined
}

export function dequeueGroupMails(db: Db, registrationId: string): void {
  for (const [to, condition] of Object.entries(members))
    prepared(
      db,
      `DELETE FROM mails WHERE registrationId = @id AND +status = 'queued' AND kind IN ('group', 'certificate')
         AND groupId IN (SELECT id FROM groupMails WHERE recipients = @to)
         AND NOT EXISTS (SELECT 1 FROM registrations WHERE id = @id AND ${condition})`,
    ).run({ id: registrationId, to })
}
