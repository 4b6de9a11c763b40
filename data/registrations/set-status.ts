/** A registration's status, and all that follows from another one. To be called in a transaction. */
import type { MailKind, SentKind } from '../content/mail-texts.ts'
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { dequeueGroupMails } from '../mail/group-mails.ts'
import { dequeueMails, type QueueMail, type Recipient } from '../mail/outbox.ts'
import { countStatus, overNow, takenSeats } from './places-now.ts'
import type { RegistrationStatus } from './schema.ts'

/** When something is told (ISO 8601 in UTC), and how; null where no mail is sent. */
export type MailContext = { at: string; queueMail: QueueMail | null }

/** When places change hands, how those whom it concerns are told, and in what time zone the conference is. */
export type StatusChange = MailContext & { timeZone: string }

/** Somebody in the list, and where they stand. */
export type PersonStatus = Recipient & { status: RegistrationStatus }

/** Of whom a mail of each kind is true, by where they stand; somebody made up stands where the first says. */
export const statusesForMail: Record<SentKind, readonly [RegistrationStatus, ...RegistrationStatus[]]> = {
  confirmation: ['registered'],
  already: ['registered', 'waitlisted'],
  recovered: ['registered', 'waitlisted', 'cancelled'],
  waitlisted: ['waitlisted'],
  promoted: ['registered'],
  cancelled: ['cancelled'],
  cancelledByStaff: ['cancelled'],
  reminder: ['registered'],
  changed: ['registered', 'waitlisted'],
  group: ['registered', 'waitlisted'],
  certificate: ['registered', 'waitlisted'],
}

const sentKinds = Object.keys(statusesForMail) as SentKind[]

/**
 * Moves a registration to another status: its row (who has no place is not confirmed), its number in the waiting list (the last one, if not
 * told), the mails that wait and are not true any more, the mail that tells it (that of its kind, if not told), and the place
 * that is left, which goes to who waits longest. From a cancellation on no idempotency key replaces it.
 */
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
       idempotencyKey = iif(@status = 'cancelled', NULL, idempotencyKey) WHERE id = @id`,
  ).run({ id: person.id, status, waitingNumber })
  dequeueMails(
    db,
    person.id,
    sentKinds.filter((sent) => statusesForMail[sent].includes(status)),
  )
  if (status !== person.status) dequeueGroupMails(db, person.id)
  if (mail) change.queueMail?.(mail, person, change.at)
  if (person.status === 'registered' && status !== 'registered') fillSeats(db, change)
}

/** The mail that tells of another status that its person asked for; null where it stays the same. */
function mailForChange(before: RegistrationStatus, status: RegistrationStatus): MailKind | null {
  if (status === before) return null
  if (status !== 'registered') return status
  return before === 'waitlisted' ? 'promoted' : 'confirmation'
}

/** Removes registrations, with their mails; the places that they leave go to who waits longest. */
export function removeRegistrations(db: Db, ids: readonly string[], change: StatusChange): void {
  db.prepare('DELETE FROM registrations WHERE id IN (SELECT value FROM json_each(?))').run(JSON.stringify(ids))
  fillSeats(db, change)
}

/**
 * Gives places that are free to those who wait longest. Called in each transaction that may free some: nobody waits while a
 * place is free, unless the conference is over, or was and its people are still being set apart. Returns how many moved up.
 */
export function fillSeats(db: Db, change: StatusChange): number {
  const { waitlisted } = countStatus(db)
  if (waitlisted === 0) return 0
  const { capacity } = readKey(db, 'places').value
  const freeSeats = capacity === null ? waitlisted : capacity - takenSeats(db)
  // A capacity below those who are there: they stay, and nobody moves.
  if (freeSeats <= 0 || overNow(db, change.timeZone)(change.at)) return 0
  const promoted = db
    .prepare<[number], PersonStatus>(
      `SELECT id, email, name, status FROM registrations WHERE status = 'waitlisted'
         AND registrationDate > coalesce((SELECT max(finishedAt) FROM editions WHERE undoneAt IS NULL AND apartAt IS NULL), '')
       ORDER BY waitingNumber LIMIT ?`,
    )
    .all(freeSeats)
  for (const person of promoted) setStatus(db, person, 'registered', change)
  return promoted.length
}

/** The number of somebody new with this status: the last in the waiting list for who waits, null for the others. */
export function nextWaitingNumber(db: Db, status: RegistrationStatus): number | null {
  if (status !== 'waitlisted') return null
  const last = prepared<{ number: number | null }>(
    db,
    "SELECT max(waitingNumber) AS number FROM registrations WHERE status = 'waitlisted'",
  ).get()
  return (last?.number ?? 0) + 1
}
