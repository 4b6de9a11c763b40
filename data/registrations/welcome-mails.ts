/** All functions expect an open transaction. */
import type { Db } from '../db/db.ts'
import { prepared, readValue } from '../db/prepared.ts'
import { latestAt } from '../instants.ts'
import { dequeueOwnMails } from '../mail/outbox.ts'
import { hourMs } from '../time.ts'
import type { MailContext, PersonStatus } from './set-status.ts'

export function sendWelcome(db: Db, to: PersonStatus, { at, queueMail }: MailContext): void {
  if (!queueMail) return
  dequeueOwnMails(db, to.id, to.email)
  const kind = to.status === 'waitlisted' ? 'waitlisted' : 'confirmation'
  const sameMail = 'SELECT 1 FROM mails WHERE registrationId = ? AND kind = ? AND email = ?'
  if (!readValue(db, sameMail, to.id, kind, to.email)) queueMail(kind, to, at)
}

/** Maximum per registration, kind and hour. Without it, every new name typed with somebody's e-mail would send a mail. */
const maxMailsCount = 4

/** Sends at most one mail an hour for each name, because anybody can type any address. */
export function sendLinkAgain(db: Db, kind: 'already' | 'recovered', to: PersonStatus, { at, queueMail }: MailContext): void {
  if (!queueMail) return
  const since = new Date(Date.parse(at) - hourMs).toISOString()
  const recentMails = prepared<{ mails: number; isNamed: number }>(
    db,
    `SELECT count(*) AS mails, coalesce(max(name = ?), 0) AS isNamed FROM mails
     WHERE registrationId = ? AND kind = ? AND createdAt BETWEEN ? AND ?`,
  ).get(to.name, to.id, kind, since, latestAt(at))
  if (recentMails && (recentMails.isNamed === 1 || recentMails.mails >= maxMailsCount)) return
  queueMail(kind, to, at)
}
