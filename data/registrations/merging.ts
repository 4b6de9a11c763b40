import { mergeCertificates } from '../certificates/certificates.ts'
import type { Db } from '../db/db.ts'
import { inTransaction, prepared } from '../db/prepared.ts'
import { dequeueOwnMails } from '../mail/outbox.ts'
import { uniteSeats } from '../seats/merged-seats.ts'
import { answerField } from './answers/answers.ts'
import { readAnswers, storeAnswers } from './answers/stored.ts'
import { doorEventsOf, moveEvents } from './arrivals.ts'
import { storeFields } from './changes.ts'
import { emailKeyOf } from './new-registrations.ts'
import { readRegistration } from './registrations.ts'
import { type Merge, mergeableFields, type Registration, type RegistrationStatus } from './schema.ts'
import { type StatusChange, setStatus } from './set-status.ts'
import { newToken, setFormerTokens } from './tokens.ts'
import { storeMergeUndo, trashRegistration } from './trash.ts'
import { sendWelcome } from './welcome-mails.ts'

type InternalColumns = {
  status: RegistrationStatus
  waitingNumber: number | null
  token: string
  wantsReminders: number
  importId: string | null
  placeLink: string | null
  formerTokens: string
}

/** `keep` also gets the better status of the two, the earlier registration date, and the arrivals and certificate of `other`. */
export function mergeRegistrations(
  db: Db,
  { keep, other, take }: Merge,
  { by, ...change }: StatusChange & { by: string },
): Registration | null {
  return inTransaction(db, () => {
    const [keptPerson, otherPerson] = [readRegistration(db, keep), readRegistration(db, other)]
    if (!keptPerson || !otherPerson) return null
    const [keptColumns, otherColumns] = [internalColumnsOf(db, keep), internalColumnsOf(db, other)]
    const takenFields = new Set<string>(take)
    const fields = mergeableFields.filter((field) => takenFields.has(field))
    const { consentText, consentDate } = fields.includes('acceptsMarketing') ? otherPerson : keptPerson
    const better = isBetter(otherColumns, keptColumns) ? otherColumns : keptColumns
    const next: Registration = {
      ...keptPerson,
      ...Object.fromEntries(fields.map((field) => [field, otherPerson[field]])),
      ...{ consentText, consentDate },
    }
    if (better.status !== 'registered') next.isConfirmed = false
    const takesEmail = fields.includes('email')
    if (takesEmail) {
      dequeueOwnMails(db, keep)
      db.prepare('UPDATE mails SET registrationId = ? WHERE registrationId = ?').run(keep, other)
      db.prepare('UPDATE registrations SET token = ? WHERE id = ?').run(newToken(), other)
    }
    const [keptAnswers, otherAnswers] = [readAnswers(db, keep), readAnswers(db, other)]
    const takenAnswers = Object.entries(otherAnswers).filter(([id]) => takenFields.has(answerField(id)))
    const events = doorEventsOf(db, other)
    // Must run before `trashRegistration`, which would give the freed seat to the waiting list.
    setStatus(db, keptPerson, better.status, change, better.waitingNumber)
    if (!otherPerson.isWalkIn) prepared(db, 'UPDATE registrations SET isWalkIn = 0 WHERE id = ?').run(keep)
    if (keptPerson.status !== 'registered' || keptPerson.isWalkIn)
      prepared(db, 'UPDATE registrations SET placeLink = ? WHERE id = ?').run(otherColumns.placeLink, keep)
    const seats = uniteSeats(db, { from: other, to: keep }, change.timeZone)
    trashRegistration(db, other, { by, ...change, mergedInto: keep })
    storeFields(db, { ...next, emailKey: emailKeyOf(keep, next.email), token: takesEmail ? otherColumns.token : null })
    storeAnswers(db, keep, { ...otherAnswers, ...keptAnswers, ...Object.fromEntries(takenAnswers) })
    db.prepare(
      `UPDATE registrations SET registrationDate = min(registrationDate, @registrationDate),
           wantsReminders = min(wantsReminders, @wantsReminders), importId = iif(importId IS @importId, importId, NULL) WHERE id = @keep`,
    ).run({ ...otherColumns, registrationDate: otherPerson.registrationDate, keep })
    setFormerTokens(db, keep, [
      ...(JSON.parse(keptColumns.formerTokens) as string[]),
      ...(JSON.parse(otherColumns.formerTokens) as string[]),
      takesEmail ? keptColumns.token : otherColumns.token,
    ])
    moveEvents(db, other, keep)
    const certificates = mergeCertificates(db, { from: other, to: keep, prefers: takesEmail ? 'from' : 'to' })
    storeMergeUndo(db, other, {
      ...events,
      seats,
      certificates,
      token: otherColumns.token,
      isLinkTaken: takesEmail,
      wasWalkIn: keptPerson.isWalkIn && !otherPerson.isWalkIn,
    })
    const mergedPerson = readRegistration(db, keep)
    if (!mergedPerson) throw new Error('a merged registration is not there')
    if (takesEmail && mergedPerson.status !== 'cancelled') sendWelcome(db, mergedPerson, change)
    return mergedPerson
  })
}

function internalColumnsOf(db: Db, id: string): InternalColumns {
  const row = prepared<InternalColumns>(
    db,
    'SELECT status, waitingNumber, token, wantsReminders, importId, placeLink, formerTokens FROM registrations WHERE id = ?',
  ).get(id)
  if (!row) throw new Error('a registration that was read is not there')
  return row
}

function isBetter(a: InternalColumns, b: InternalColumns): boolean {
  const ranks = { registered: 0, waitlisted: 1, cancelled: 2 }
  if (a.status !== b.status) return ranks[a.status] < ranks[b.status]
  return a.status === 'waitlisted' && (a.waitingNumber ?? 0) < (b.waitingNumber ?? 0)
}
