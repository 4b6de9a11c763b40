/** Functions that change data expect an open transaction. */
import type { MailKind, SentKind } from '../content/mail-texts.ts'
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared, readValue } from '../db/prepared.ts'
import { dequeueGroupMails } from '../mail/group-mails.ts'
import { dequeueMails, type QueueMail, type Recipient } from '../mail/outbox.ts'
import { currentPeople, fillLine } from '../seats/fill.ts'
import { fillSessions, leaveSessions } from '../seats/seats.ts'
import { countStatus, overNow, takenSeats } from './places-now.ts'
import type { RegistrationStatus } from './schema.ts'

export type MailContext = { at: string; queueMail: QueueMail | null }

export type StatusChange = MailContext & { timeZone: string }

export type PersonStatus = Recipient & { status: RegistrationStatus }

/** Statuses for which a queued mail is still correct. Test mails use the first status. */
export const statusesForMail: Record<SentKind, readonly [RegistrationStatus, ...RegistrationStatus[]]> = {
  confirmation: ['registered'],
  already: ['registered', 'waitlisted'],
  recovered: ['registered', 'waitlisted', 'cancelled'],
  waitlisted: ['waitlisted'],
  promoted: ['registered'],
  cancelled: ['cancelled'],
  cancelledByStaff: ['cancelled'],
  reminder: ['registered'],
  ask: ['registered'],
  unconfirmed: ['waitlisted'],
  transfer: ['registered'],
  passed: ['cancelled'],
  alertConfirm: ['registered'],
  alertOpen: ['registered'],
  changed: ['registered', 'waitlisted'],
  group: ['registered', 'waitlisted'],
  certificate: ['registered', 'waitlisted'],
  'session-place': ['registered'],
  'session-waiting': ['registered'],
  'session-promoted': ['registered'],
  'session-lost': ['registered', 'waitlisted'],
}

const sentKinds = Object.keys(statusesForMail) as SentKind[]

/** Also sends mails, ends offers and gives a freed seat to the waiting list. */
export function setStatus(
  db: Db,
  person: PersonStatus,
  status: RegistrationStatus,
  change: StatusChange,
  waitingNumber = nextWaitingNumber(db, status),
  mail = mailForChange(person.status, status),
): void {
  prepared(
    db,
    `UPDATE registrations SET status = @status, waitingNumber = @waitingNumber,
       isConfirmed = iif(@status = 'registered', isConfirmed, 0),
       askedAt = iif(status = @status, askedAt, NULL), unconfirmedAt = iif(status = @status, unconfirmedAt, NULL),
       passedTo = iif(@status = 'cancelled', passedTo, NULL), placeLink = iif(@status = 'registered', placeLink, NULL),
       idempotencyKey = iif(@status = 'cancelled', NULL, idempotencyKey) WHERE id = @id`,
  ).run({ id: person.id, status, waitingNumber })
  const correctKinds = sentKinds.filter((sent) => statusesForMail[sent].includes(status))
  dequeueMails(db, person.id, correctKinds)
  if (status !== person.status) dequeueGroupMails(db, person.id)
  if (mail) change.queueMail?.(mail, person, change.at)
  if (person.status !== 'registered' || status === 'registered') return
  prepared(db, 'UPDATE transfers SET endedAt = ? WHERE registration = ? AND endedAt IS NULL').run(change.at, person.id)
  leaveSessions(db, person, change, status === 'waitlisted')
  fillSeats(db, change)
}

function mailForChange(before: RegistrationStatus, status: RegistrationStatus): MailKind | null {
  if (status === before) return null
  if (status !== 'registered') return status
  return before === 'waitlisted' ? 'promoted' : 'confirmation'
}

export function removeRegistrations(db: Db, ids: readonly string[], change: StatusChange): void {
  db.prepare('DELETE FROM registrations WHERE id IN (SELECT value FROM json_each(?))').run(JSON.stringify(ids))
  fillSeats(db, change)
}

export function fillSeats(db: Db, change: StatusChange): number {
  fillSessions(db, change)
  const { capacity } = readKey(db, 'places').value
  return fillLine({
    capacity,
    waitingCount: countStatus(db).waitlisted,
    takenCount: () => takenSeats(db),
    isOver: () => overNow(db, change.timeZone)(change.at),
    next: (limit) => nextWaiting(db, limit, capacity === null),
    promote: (person) => setStatus(db, person, 'registered', change),
  })
}

/** Leaves out people who lost their seat because they did not answer, unless `withUnconfirmed` is true. */
export function nextWaiting(db: Db, limit: number, withUnconfirmed = false): PersonStatus[] {
  return prepared<PersonStatus>(
    db,
    `SELECT id, email, name, status FROM registrations
     WHERE status = 'waitlisted' AND (unconfirmedAt IS NULL OR ?) AND ${currentPeople} ORDER BY waitingNumber LIMIT ?`,
  ).all(Number(withUnconfirmed), limit)
}

/** Returns a number before all waiting people. */
export function firstWaitingNumber(db: Db): number {
  const first = readValue<number | null>(db, "SELECT min(waitingNumber) FROM registrations WHERE status = 'waitlisted'")
  return (first ?? 2) - 1
}

export function nextWaitingNumber(db: Db, status: RegistrationStatus): number | null {
  if (status !== 'waitlisted') return null
  const last = readValue<number | null>(db, "SELECT max(waitingNumber) FROM registrations WHERE status = 'waitlisted'")
  return (last ?? 0) + 1
}
