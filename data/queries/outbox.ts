/** The mails that wait to be sent, and the notes of what became of them. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../db.ts'
import type { MailKind } from '../mail-texts.ts'
import { fold } from '../text.ts'

/** Whom a mail goes to. */
export type Recipient = { id: string; email: string; name: string }

/** A mail that waits: `attempts` were made so far. */
export type QueuedMail = {
  id: string
  kind: MailKind
  registrationId: string
  email: string
  name: string
  messageId: string
  attempts: number
}

export type QueueMail = (kind: MailKind, to: Recipient, at: string) => string

/**
 * Returns a function that queues a mail at the instant `at` (ISO 8601 in UTC) and returns its id. To be called in the
 * transaction of what it tells: neither is there without the other. `domain` is the right side of its Message-ID.
 */
export function mailQueue(db: Db, domain: string): QueueMail {
  const insert = db.prepare(
    `INSERT INTO mails (id, kind, registrationId, email, name, searchText, messageId, createdAt, nextAt)
     VALUES (@id, @kind, @registrationId, @email, @name, @searchText, @messageId, @at, @at)`,
  )
  return (kind, { id: registrationId, email, name }, at) => {
    const id = randomUUID()
    const searchText = fold(`${name} ${email}`)
    insert.run({ id, kind, registrationId, email, name, searchText, messageId: `<${id}@${domain}>`, at })
    return id
  }
}

const columns = 'id, kind, registrationId, email, name, messageId, attempts'

/**
 * Returns a function for the next mails that are due at `now` (ISO 8601 in UTC), who waits longest first, at most
 * `limit`. The statement is prepared once.
 */
export function dueMails(db: Db): (now: string, limit: number) => QueuedMail[] {
  const select = db.prepare<[string, number], QueuedMail>(
    `SELECT ${columns} FROM mails WHERE status = 'queued' AND nextAt <= ? ORDER BY nextAt LIMIT ?`,
  )
  return (now, limit) => select.all(now, limit)
}

/** When the next mail that waits is due (ISO 8601 in UTC); null when none waits. */
export function nextDue(db: Db): string | null {
  return db.prepare<[], string | null>("SELECT min(nextAt) FROM mails WHERE status = 'queued'").pluck().get() ?? null
}

/** Notes that the server took a mail at the instant `at`, and what it said. */
export function noteSent(db: Db, id: string, response: string, at: string): void {
  db.prepare("UPDATE mails SET status = 'sent', attempts = attempts + 1, response = ?, sentAt = ? WHERE id = ?").run(
    response,
    at,
    id,
  )
}

/** Notes an attempt that failed; it is tried again at `nextAt` (ISO 8601 in UTC), or, where that is null, never. */
export function noteFailed(db: Db, id: string, response: string, nextAt: string | null): void {
  db.prepare(
    `UPDATE mails SET attempts = attempts + 1, response = @response, status = iif(@nextAt IS NULL, 'failed', 'queued'),
       nextAt = coalesce(@nextAt, nextAt) WHERE id = @id`,
  ).run({ id, response, nextAt })
}

/** When the newest mail was sent (ISO 8601 in UTC); null before the first. */
export function lastSent(db: Db): string | null {
  return db.prepare<[], string | null>("SELECT max(sentAt) FROM mails WHERE status = 'sent'").pluck().get() ?? null
}
