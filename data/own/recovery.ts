import type { Db } from '../db/db.ts'
import { inTransaction } from '../db/prepared.ts'
import { personWithEmail } from '../registrations/new-registrations.ts'
import type { MailContext } from '../registrations/set-status.ts'
import { sendLinkAgain } from '../registrations/welcome-mails.ts'

export function recoverRegistration(db: Db, email: string, context: MailContext): void {
  inTransaction(db, () => {
    const person = personWithEmail(db, email)
    if (person) sendLinkAgain(db, 'recovered', person, context)
  })
}
