import type { Db } from '../db/db.ts'
import { inTransaction, prepared } from '../db/prepared.ts'
import type { MailContext, PersonStatus } from '../registrations/set-status.ts'
import { sendLinkAgain } from '../registrations/welcome-mails.ts'

export function recoverRegistration(db: Db, email: string, context: MailContext): void {
  inTransaction(db, () => {
    const find = prepared<PersonStatus>(db, 'SELECT id, email, name, status FROM registrations WHERE emailKey = ?')
    const person = find.get(email.toLowerCase())
    if (person) sendLinkAgain(db, 'recovered', person, context)
  })
}
