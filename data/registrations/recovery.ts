import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { rowOf, writeForNothing } from './new-registrations.ts'
import type { MailContext, PersonStatus } from './set-status.ts'
import { sendLinkAgain } from './welcome-mails.ts'

/** Unknown e-mails take as long. */
export function recoverRegistration(db: Db, email: string, { at, queueMail }: MailContext): void {
  db.transaction(() => {
    const row = {
      ...rowOf({ fields: { name: '', email }, at, idempotencyKey: null, marketingText: '' }),
      status: 'cancelled' as const,
      waitingNumber: null,
    }
    const find = prepared<PersonStatus>(db, 'SELECT id, email, name, status FROM registrations WHERE emailKey = ?')
    const existingPerson = find.get(row.emailKey)
    writeForNothing(db, row, existingPerson ? null : queueMail)
    if (existingPerson) sendLinkAgain(db, 'recovered', existingPerson, { at, queueMail })
  }).immediate()
}
