/** The way back to one's registration, for who has lost its address. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { rowOf, writeForNothing } from './new-registrations.ts'
import type { MailContext, PersonStatus } from './set-status.ts'
import { tellAgain } from './welcome-mails.ts'

/**
 * Queues the mail with the address of a registration's own page for whoever has this e-mail, once an hour at most. Where nobody has
 * it as much is written, and taken back: neither the answer nor the time tells who has registered.
 */
export function recoverRegistration(db: Db, email: string, { at, queueMail }: MailContext): void {
  db.transaction(() => {
    const row = {
      ...rowOf({ fields: { name: '', email }, at, idempotencyKey: null, marketingText: '' }),
      status: 'cancelled' as const,
      waitingNumber: null,
    }
    const find = prepared<PersonStatus>(db, 'SELECT id, email, name, status FROM registrations WHERE emailKey = ?')
    const known = find.get(row.emailKey)
    writeForNothing(db, row, known ? null : queueMail)
    if (known) tellAgain(db, 'recovered', known, { at, queueMail })
  }).immediate()
}
