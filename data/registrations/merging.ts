/** Two registrations of the same person become one. */
import { mergeCertificates } from '../certificates/certificates.ts'
import type { Db } from '../db/db.ts'
import { dequeueMails } from '../mail/outbox.ts'
import { countFor, seenOf } from './arrivals.ts'
import { storeFields } from './changes.ts'
import { setFormerTokens } from './former-tokens.ts'
import { emailKeyOf } from './new-registrations.ts'
import { readRegistration } from './registrations.ts'
import { type Merge, mergeableFields, type Registration, type RegistrationStatus } from './schema.ts'
import { type StatusChange, setStatus } from './set-status.ts'
import { newToken } from './token.ts'
import { noteUnited, trashRegistration } from './trash.ts'
import { welcome } from './welcome-mails.ts'

type Hidden = {
  status: RegistrationStatus
  waitingNumber: number | null
  token: string
  wantsReminders: number
  importId: string | null
  formerTokens: string
}

/**
 * Gives `keep` the fields in `take` of `other`, the better status of the two, the earlier date, all arrivals and its constancia, and
 * puts `other` into the trash; a place that is left goes to who waits longest. With the e-mail come the link and the mails that went
 * there. Tickets and links of both lead to `keep` from then on. What came along is noted in the trash, for two who were not the same person after
 * all. Null, and nothing is changed, when one of them is not there.
 */
export function mergeRegistrations(
  db: Db,
  { keep, other, take }: Merge,
  { by, ...change }: StatusChange & { by: string },
): Registration | null {
  return db
    .transaction(() => {
      const [kept, gone] = [readRegistration(db, keep), readRegistration(db, other)]
      if (!kept || !gone) return null
      const [standing, theirs] = [hiddenOf(db, keep), hiddenOf(db, other)]
      const taken = mergeableFields.filter((field) => take.includes(field))
      const { consentText, consentDate } = taken.includes('acceptsMarketing') ? gone : kept
      const better = isBetter(theirs, standing) ? theirs : standing
      const next: Registration = {
        ...kept,
        ...Object.fromEntries(taken.map((field) => [field, gone[field]])),
        ...{ consentText, consentDate },
      }
      if (better.status !== 'registered') next.isConfirmed = false
      const takesEmail = taken.includes('email')
      if (takesEmail) {
        dequeueMails(db, keep)
        db.prepare('UPDATE mails SET registrationId = ? WHERE registrationId = ?').run(keep, other)
        db.prepare('UPDATE registrations SET token = ? WHERE id = ?').run(newToken(), other)
      }
      const seen = seenOf(db, other)
      // Before the trash: a place that it frees goes to who waits longest.
      setStatus(db, kept, better.status, change, better.waitingNumber)
      trashRegistration(db, other, { by, ...change, mergedInto: keep })
      storeFields(db, { ...next, emailKey: emailKeyOf(keep, next.email), token: takesEmail ? theirs.token : null })
      // Who came by themselves as well is of no import, and does not go when that is undone.
      db.prepare(
        `UPDATE registrations SET registrationDate = min(registrationDate, @registrationDate),
           wantsReminders = min(wantsReminders, @wantsReminders), importId = iif(importId IS @importId, importId, NULL) WHERE id = @keep`,
      ).run({ ...theirs, registrationDate: gone.registrationDate, keep })
      if (!gone.isWalkIn) db.prepare('UPDATE registrations SET isWalkIn = 0 WHERE id = ?').run(keep)
      setFormerTokens(db, keep, [
        ...(JSON.parse(standing.formerTokens) as string[]),
        ...(JSON.parse(theirs.formerTokens) as string[]),
        takesEmail ? standing.token : theirs.token,
      ])
      countFor(db, other, keep)
      const certificates = mergeCertificates(db, { from: other, to: keep, prefers: takesEmail ? 'from' : 'to' })
      noteUnited(db, other, {
        ...seen,
        certificates,
        token: theirs.token,
        isLinkTaken: takesEmail,
        wasWalkIn: kept.isWalkIn && !gone.isWalkIn,
      })
      const merged = readRegistration(db, keep)
      if (!merged) throw new Error('a merged registration is not there')
      if (takesEmail && merged.status !== 'cancelled') welcome(db, merged, change)
      return merged
    })
    .immediate()
}

function hiddenOf(db: Db, id: string): Hidden {
  const found = db
    .prepare<[string], Hidden>(
      'SELECT status, waitingNumber, token, wantsReminders, importId, formerTokens FROM registrations WHERE id = ?',
    )
    .get(id)
  if (!found) throw new Error('a registration that was read is not there')
  return found
}

/** Whether `a` stands better than `b`: a place before waiting, waiting longer before shorter. */
function isBetter(a: Hidden, b: Hidden): boolean {
  const ranks = { registered: 0, waitlisted: 1, cancelled: 2 }
  if (a.status !== b.status) return ranks[a.status] < ranks[b.status]
  return a.status === 'waitlisted' && (a.waitingNumber ?? 0) < (b.waitingNumber ?? 0)
}
