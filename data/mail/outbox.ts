import { randomUUID } from 'node:crypto'
import type { SentKind } from '../content/mail-texts.ts'
import type { Db } from '../db/db.ts'
import { countRows, prepared, readValue } from '../db/prepared.ts'
import { mailboxOf } from '../mailbox.ts'
import { fold } from '../text.ts'

export type Recipient = { id: string; email: string; name: string }

export type QueuedMail = {
  id: string
  kind: SentKind
  registrationId: string
  email: string
  name: string
  messageId: string
  createdAt: string
  attempts: number
  /** `source` is a hash of the visitor's IP address. */
  mailbox: string | null
  source: string | null
  isMassMail: 0 | 1
  groupId: string | null
  /** JSON of `MailedSession[]`, or null. */
  sessions: string | null
}

/** `title` is the session's title when the mail was queued. */
export type MailedSession = { id: string; title: string }

const searchTextOf = ({ name, email }: Pick<Recipient, 'name' | 'email'>) => fold(`${name} ${email}`)

export type QueueMail = (
  kind: SentKind,
  to: Recipient,
  at: string,
  more?: { source?: string | null | undefined; groupId?: string | null; sessions?: readonly MailedSession[] },
) => string

/** Call the returned function in the transaction of the change that causes the mail. It returns the mail's id. */
export function mailQueue(db: Db, domain: string): QueueMail {
  const insert = db.prepare(
    `INSERT INTO mails (id, kind, registrationId, email, name, searchText, messageId, createdAt, nextAt, mailbox, source, groupId, sessions)
     VALUES (@id, @kind, @registrationId, @email, @name, @searchText, @messageId, @at, @at, @mailbox, @source, @groupId, @sessions)`,
  )
  return (kind, { id: registrationId, email, name }, at, { source = null, groupId = null, sessions: mailed } = {}) => {
    const id = randomUUID()
    const searchText = searchTextOf({ name, email })
    const messageId = `<${id}@${domain}>`
    const mailbox = mailboxOf(email)
    const sessions = mailed ? JSON.stringify(mailed) : null
    if (email !== '')
      insert.run({ id, kind, registrationId, email, name, searchText, messageId, at, mailbox, source, groupId, sessions })
    return id
  }
}

/** Indexes contain this SQL, so changing it needs a migration. */
export const isMassMailSql = "(kind IN ('changed', 'reminder', 'ask', 'group', 'certificate'))"

const columns = `id, kind, registrationId, email, name, messageId, createdAt, attempts, mailbox, source, groupId, sessions, ${isMassMailSql} AS isMassMail`

export function dueMails(db: Db): (now: string, limit: number) => QueuedMail[] {
  const select = db.prepare<[number, string, number], QueuedMail>(
    `SELECT ${columns} FROM mails WHERE status = 'queued' AND ${isMassMailSql} = ? AND nextAt <= ? ORDER BY nextAt LIMIT ?`,
  )
  return (now, limit) => {
    const personal = select.all(0, now, limit)
    return personal.length < limit ? [...personal, ...select.all(1, now, limit - personal.length)] : personal
  }
}

export function nextDue(db: Db): string | null {
  const next = `SELECT min(nextAt) FROM mails WHERE status = 'queued' AND ${isMassMailSql} = ?`
  const times = [0, 1].map((group) => readValue<string | null>(db, next, group) ?? null)
  return times.filter((time) => time !== null).toSorted()[0] ?? null
}

export function dequeueMails(db: Db, registrationId: string, keptKinds: readonly SentKind[]): void {
  const kinds = keptKinds.map((kind) => `'${kind}'`).join()
  // The `+` makes SQLite use the index on `registrationId`.
  prepared(db, `DELETE FROM mails WHERE registrationId = ? AND +status = 'queued' AND kind NOT IN (${kinds})`).run(registrationId)
}

/** Keeps an offer to another person. */
export function dequeueOwnMails(db: Db, registrationId: string, keptEmail = ''): void {
  prepared(db, "DELETE FROM mails WHERE registrationId = ? AND +status = 'queued' AND kind <> 'transfer' AND email <> ?").run(
    registrationId,
    keptEmail,
  )
}

export function dequeueKind(db: Db, registrationId: string | null, kind: SentKind): void {
  prepared(db, "DELETE FROM mails WHERE registrationId = ? AND +status = 'queued' AND kind = ?").run(registrationId, kind)
}

export function dequeueStopped(db: Db, registrationId: string): void {
  prepared(
    db,
    `DELETE FROM mails WHERE registrationId = ? AND +status = 'queued' AND (
       EXISTS (SELECT 1 FROM announcements WHERE kind = 'changed' AND at = mails.createdAt AND stoppedAt IS NOT NULL)
       OR EXISTS (SELECT 1 FROM groupMails WHERE id = mails.groupId AND stoppedAt IS NOT NULL))`,
  ).run(registrationId)
}

/** Also stores the result if the mail was deleted in the meantime, or moved to trash or an edition. */
export function recordSent(db: Db, mail: QueuedMail, response: string, at: string): void {
  const { changes } = db
    .prepare(
      "UPDATE mails SET status = 'sent', attempts = attempts + 1, response = @response, sentAt = @at, heldBy = NULL WHERE id = @id",
    )
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
    `INSERT INTO mails (id, kind, registrationId, email, name, searchText, messageId, createdAt, nextAt, mailbox, source, groupId, sessions,
       status, attempts, response, sentAt)
     SELECT @id, @kind, @registrationId, @email, @name, @searchText, @messageId, @createdAt, @at, @mailbox, @source, @groupId, @sessions,
       'sent', @attempts, @response, @at
     WHERE EXISTS (SELECT 1 FROM registrations WHERE id = @registrationId)`,
  ).run(row)
}

export function recordFailure(db: Db, id: string, response: string, nextAt: string | null): void {
  db.prepare(
    `UPDATE mails SET attempts = attempts + 1, response = @response, status = iif(@nextAt IS NULL, 'failed', 'queued'),
       nextAt = coalesce(@nextAt, nextAt), heldBy = NULL WHERE id = @id`,
  ).run({ id, response, nextAt })
}

export function lastSent(db: Db): string | null {
  return readValue<string | null>(db, "SELECT max(sentAt) FROM mails WHERE status = 'sent'") ?? null
}

export function countUnsent(db: Db): { queued: number; failed: number } {
  const of = (status: string) => countRows(db, 'SELECT count(*) FROM mails WHERE status = ?', status)
  return { queued: of('queued'), failed: of('failed') }
}
