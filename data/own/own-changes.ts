/** Changes that people make to their own registration. The token of their link proves who they are. */
import type { Seat } from '../content/places.ts'
import type { Db } from '../db/db.ts'
import { inTransaction, prepared } from '../db/prepared.ts'
import { dequeueGroupMails } from '../mail/group-mails.ts'
import { dequeueKind } from '../mail/outbox.ts'
import type { StoredAnswers } from '../registrations/answers/answers.ts'
import { storeAnswers } from '../registrations/answers/stored.ts'
import type { OwnChange } from '../registrations/schema.ts'
import { searchTextOf } from '../registrations/search.ts'
import { type StatusChange, setStatus } from '../registrations/set-status.ts'
import { comeBack } from '../registrations/unconfirmed.ts'
import { registrationByToken } from './own-registration.ts'

export function correctRegistration(db: Db, token: string, change: OwnChange, answers?: StoredAnswers): void {
  inTransaction(db, () => {
    const registration = registrationByToken(db, token)
    if (!registration) return
    const { name, company, position, phone, email } = { ...registration, ...change }
    db.prepare(
      `UPDATE registrations SET name = ?, company = ?, position = ?, phone = ?, searchText = ?, idempotencyKey = NULL, importId = NULL
       WHERE token = ?`,
    ).run(name, company, position, phone, searchTextOf({ name, email, company, phone }), token)
    if (!answers) return
    storeAnswers(db, registration.id, answers)
    dequeueGroupMails(db, registration.id)
  })
}

export function cancelRegistration(db: Db, token: string, change: StatusChange): void {
  inTransaction(db, () => {
    const registration = registrationByToken(db, token)
    if (registration && registration.status !== 'cancelled') setStatus(db, registration, 'cancelled', change)
  })
}

/** Returns 'waitlisted' if the person had lost their seat and now waits for another, null if the person has no seat to confirm. */
export function confirmOwn(db: Db, token: string, change: StatusChange): Seat | null {
  return inTransaction(db, () => {
    const registration = registrationByToken(db, token)
    if (!registration || registration.edition) return null
    if (registration.unconfirmedAt !== null) return comeBack(db, registration.id, change)
    if (registration.status !== 'registered') return null
    prepared(db, 'UPDATE registrations SET isConfirmed = 1, importId = NULL WHERE id = ?').run(registration.id)
    return 'registered'
  })
}

export function setReminders(db: Db, token: string, isWanted: boolean): void {
  inTransaction(db, () => {
    const wantsReminders = Number(isWanted)
    prepared(db, 'UPDATE registrations SET wantsReminders = ? WHERE token = ?').run(wantsReminders, token)
    const inEditions = "UPDATE editionPeople SET row = json_set(row, '$.wantsReminders', ?) WHERE row ->> 'token' = ?"
    prepared(db, inEditions).run(wantsReminders, token)
    const registration = isWanted ? null : registrationByToken(db, token)
    if (registration) for (const kind of ['reminder', 'group'] as const) dequeueKind(db, registration.id, kind)
  })
}
