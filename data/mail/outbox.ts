/** The mails that wait to be sent, and the notes of what became of them. */
import { randomUUID } from 'node:crypto'
import type { SentKind } from '../content/mail-texts.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { mailboxOf } from '../mailbox.ts'
import { fold } from '../text.ts'

/** Whom a mail goes to. */
export type Recipient = { id: string; email: string; name: string }

/** A mail that waits: `attempts` were made so far. */
export type QueuedMail = {
  id: string
  kind: SentKind
  registrationId: string
  email: string
  name: string
  messageId: string
  createdAt: string
  attempts: number
  /** What budgets count it by: where it arrives, and a hash of the address whose call caused it; null where that is not known. */
  mailbox: string | null
  source: string | null
  isToEverybody: 0 | 1
  /** Of which mail to a group it is; null for the others. */
  groupId: string | null
}

const searchTextOf = ({ name, email }: Pick<Recipient, 'name' | 'email'>) => fold(`${name} ${email}`)

/**
 * `source` is a hash of the address of the visitor whose call causes the mail, left out where it is nobody's; `groupId` says of which
 * mail to a group it is.
 */
export type QueueMail = (
  kind: SentKind,
  to: Recipient,
  at: string,
  more?: { source?: string | null | undefined; groupId?: string | null },
) => string

/**
 * Returns a function that queues a mail at the instant `at` (ISO 8601 in UTC) and returns its id. To be called in the
 * transaction of what it tells: neither is there without the other. `domain` is the right side of its Message-ID.
 */
export function mailQueue(db: Db, domain: string): QueueMail {
  const insert = db.prepare(
    `INSERT INTO mails (id, kind, registrationId, email, name, searchText, messageId, createdAt, nextAt, mailbox, source, groupId)
     VALUES (@id, @kind, @registrationId, @email, @name, @searchText, @messageId, @at, @at, @mailbox, @source, @groupId)`,
  )
  return (kind, { id: registrationId, email, name }, at, { source = null, groupId = null } = {}) => {
    const id = randomUUID()
    const searchText = searchTextOf({ name, email })
    const messageId = `<${id}@${domain}>`
    // Who came to the door unregistered may have given no address.
    if (email !== '')
      insert.run({ id, kind, registrationId, email, name, searchText, messageId, at, mailbox: mailboxOf(email), source, groupId })
    return id
  }
}

/** Whether a mail goes to everybody at once; as the indexes have it. */
export const toEverybody = "(kind IN ('changed', 'reminder', 'group', 'certificate'))"

const columns = `id, kind, registrationId, email, name, messageId, createdAt, attempts, mailbox, source, groupId, ${toEverybody} AS isToEverybody`

/**
 * Returns a function for the next mails that are due at `now` (ISO 8601 in UTC), at most `limit`: who waits longest first,
 * and those to everybody last, for nobody sits in front of a screen and waits for them. The statement is prepared once.
 */
export function dueMails(db: Db): (now: string, limit: number) => QueuedMail[] {
  const select = db.prepare<[number, string, number], QueuedMail>(
    `SELECT ${columns} FROM mails WHERE status = 'queued' AND ${toEverybody} = ? AND nextAt <= ? ORDER BY nextAt LIMIT ?`,
  )
  return (now, limit) => {
    const own = select.all(0, now, limit)
    return own.length < limit ? [...own, ...select.all(1, now, limit - own.length)] : own
  }
}

/** When the next mail that waits is due (ISO 8601 in UTC); null when none waits. */
export function nextDue(db: Db): string | null {
  const next = db
    .prepare<[number], string | null>(`SELECT min(nextAt) FROM mails WHERE status = 'queued' AND ${toEverybody} = ?`)
    .pluck()
  const [own, others] = [next.get(0) ?? null, next.get(1) ?? null]
  return own !== null && others !== null && others < own ? others : (own ?? others)
}

/**
 * Dequeues the mails of a registration, but for those of the kinds in `kept`. The + has them looked for among the mails of one
 * person, which are few, and not among all that wait.
 */
export function dequeueMails(db: Db, registrationId: string, kept: readonly SentKind[] = []): void {
  const kinds = kept.map((kind) => `'${kind}'`).join()
  prepared(db, `DELETE FROM mails WHERE registrationId = ? AND +status = 'queued' AND kind NOT IN (${kinds})`).run(registrationId)
}

/** Dequeues the mails of one kind of a registration. */
export function dequeueKind(db: Db, registrationId: string | null, kind: SentKind): void {
  prepared(db, "DELETE FROM mails WHERE registrationId = ? AND +status = 'queued' AND kind = ?").run(registrationId, kind)
}

/** Dequeues the mails of a registration that are of a mail to many that was stopped. */
export function dequeueStopped(db: Db, registrationId: string): void {
  prepared(
    db,
    `DELETE FROM mails WHERE registrationId = ? AND +status = 'queued' AND (
       EXISTS (SELECT 1 FROM announcements WHERE kind = 'changed' AND at = mails.createdAt AND stoppedAt IS NOT NULL)
       OR EXISTS (SELECT 1 FROM groupMails WHERE id = mails.groupId AND stoppedAt IS NOT NULL))`,
  ).run(registrationId)
}

/**
 * Notes that the server took a mail at the instant `at`, and what it said: also of one that was dequeued while it was under way, or
 * whose person went to the trash or with their edition meanwhile; not where they are gone.
 */
export function noteSent(db: Db, mail: QueuedMail, response: string, at: string): void {
  const { changes } = db
    .prepare(
      "UPDATE mails SET status = 'sent', attempts = attempts + 1, response = @response, sentAt = @at, heldBy = NULL WHERE id = @id",
    )
    // Also where it is another registration's by now, with which its own was merged.
    .run({ id: mail.id, response, at })
  if (changes > 0) return
  for (const table of ['trash', 'editionPeople']) {
    db.prepare(
      `UPDATE ${table} SET mails = (
         SELECT json_group_array(json(iif(value ->> 'id' = @id, json_set(value, '$.status', 'sent', '$.attempts', (value ->> 'attempts') + 1,
           '$.response', @response, '$.sentAt', @at, '$.heldBy', NULL), value))) FROM json_each(mails)) WHERE id = @registrationId`,
    ).run({ id: mail.id, registrationId: mail.registrationId, response, at })
  }
  const row = { ...mail, attempts: mail.attempts + 1, response, at, searchText: searchTextOf(mail) }
  db.prepare(
    `INSERT INTO mails (id, kind, registrationId, email, name, searchText, messageId, createdAt, nextAt, mailbox, source, groupId,
       status, attempts, response, sentAt)
     SELECT @id, @kind, @registrationId, @email, @name, @searchText, @messageId, @createdAt, @at, @mailbox, @source, @groupId,
       'sent', @attempts, @response, @at
     WHERE EXISTS (SELECT 1 FROM registrations WHERE id = @registrationId)`,
  ).run(row)
}

/** Notes an attempt that failed; it is tried again at `nextAt` (ISO 8601 in UTC), or, where that is null, never. */
export function noteFailed(db: Db, id: string, response: string, nextAt: string | null): void {
  db.prepare(
    `UPDATE mails SET attempts = attempts + 1, response = @response, status = iif(@nextAt IS NULL, 'failed', 'queued'),
       nextAt = coalesce(@nextAt, nextAt), heldBy = NULL WHERE id = @id`,
  ).run({ id, response, nextAt })
}

/** When the newest mail was sent (ISO 8601 in UTC); null before the first. */
export function lastSent(db: Db): string | null {
  return db.prepare<[], string | null>("SELECT max(sentAt) FROM mails WHERE status = 'sent'").pluck().get() ?? null
}

/** How many mails wait to be sent, and how many were given up. */
export function countUnsent(db: Db): { queued: number; failed: number } {
  const count = db.prepare<[string], number>('SELECT count(*) FROM mails WHERE status = ?').pluck()
  return { queued: count.get('queued') ?? 0, failed: count.get('failed') ?? 0 }
}
