/** What whoever just registered is told. To be called in the transaction that stores them. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { latestAt } from '../instants.ts'
import { hour } from '../time.ts'
import type { MailContext, PersonStatus } from './set-status.ts'

/**
 * Confirms a registration, or notes that it waits, once to each address: where one was corrected, what still waits for the
 * mistaken one is dequeued.
 */
export function welcome(db: Db, to: PersonStatus, { at, queueMail }: MailContext): void {
  if (!queueMail) return
  // As in `dequeueMails`: among the mails of one person.
  prepared(db, "DELETE FROM mails WHERE registrationId = ? AND +status = 'queued' AND email <> ?").run(to.id, to.email)
  const kind = to.status === 'waitlisted' ? 'waitlisted' : 'confirmation'
  const told = prepared(db, 'SELECT 1 FROM mails WHERE registrationId = ? AND kind = ? AND email = ?').get(to.id, kind, to.email)
  if (!told) queueMail(kind, to, at)
}

/**
 * Tells somebody of the registration that they have: because they registered again, or asked for its link. Once an hour at most of
 * each, for anybody can type anybody's address.
 */
export function tellAgain(db: Db, kind: 'already' | 'recovered', to: PersonStatus, { at, queueMail }: MailContext): void {
  if (!queueMail) return
  const since = new Date(Date.parse(at) - hour).toISOString()
  const told = prepared(db, 'SELECT 1 FROM mails WHERE registrationId = ? AND kind = ? AND createdAt BETWEEN ? AND ?').get(
    to.id,
    kind,
    since,
    latestAt(at),
  )
  const id = queueMail(kind, to, at)
  // Written all the same: otherwise the time would tell who has registered.
  if (told) prepared(db, 'DELETE FROM mails WHERE id = ?').run(id)
}
