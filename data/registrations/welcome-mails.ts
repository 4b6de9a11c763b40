import type { Db } from '../db/db.ts'
import type { QueueMail, Recipient } from '../mail/outbox.ts'
import type { RegistrationStatus } from './schema.ts'

const hour = 60 * 60 * 1000

/** Who is new, who had cancelled and is back, and who was registered already. */
type Welcome = 'new' | 'back' | 'known'

/**
 * Returns a function that queues what whoever just registered is told. A registration that is sent again is confirmed,
 * or noted as waiting, once to each address: one that was corrected takes back what still waits for the mistaken one. That somebody was
 * registered already is said once an hour at most, for anybody can type anybody's address.
 */
export function arrivalMails(db: Db, queue: QueueMail) {
  const find = db.prepare<[string], Recipient & { status: RegistrationStatus }>(
    'SELECT id, email, name, status FROM registrations WHERE emailKey = ?',
  )
  // As in `takeBackMails`: among the mails of one person.
  const takeBack = db.prepare("DELETE FROM mails WHERE registrationId = ? AND +status = 'queued' AND email <> ?")
  const takeBackOne = db.prepare('DELETE FROM mails WHERE id = ?')
  const wasTold = db.prepare('SELECT 1 FROM mails WHERE registrationId = ? AND kind = ? AND email = ?')
  const wasSaidSince = db.prepare("SELECT 1 FROM mails WHERE registrationId = ? AND kind = 'already' AND createdAt > ?")

  return (emailKey: string, welcome: Welcome, at: string): void => {
    const to = find.get(emailKey)
    if (!to) throw new Error('nobody with this e-mail was stored')
    if (welcome === 'known') {
      const wasSaid = wasSaidSince.get(to.id, new Date(Date.parse(at) - hour).toISOString())
      const id = queue('already', to, at)
      // Written all the same: otherwise the time would tell who has registered.
      if (wasSaid) takeBackOne.run(id)
      return
    }
    takeBack.run(to.id, to.email)
    const kind = to.status === 'waitlisted' ? 'waitlisted' : 'confirmation'
    if (welcome === 'back' || !wasTold.get(to.id, kind, to.email)) queue(kind, to, at)
  }
}
