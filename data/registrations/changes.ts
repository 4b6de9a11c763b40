/** What staff change of a registration, and whom they add themselves. */
import type { Db } from '../db/db.ts'
import { takeBackMails } from '../mail/outbox.ts'
import { fillPlaces, lastInLine, type Moving, seatNow } from './fill-places.ts'
import { insertSql, rowOf } from './new-registrations.ts'
import { readRegistration } from './registrations.ts'
import type { HandRegistration, Registration, RegistrationChange, RegistrationStatus } from './schema.ts'
import { searchTextOf } from './search-text.ts'
import { newToken } from './token.ts'
import { arrivalMails } from './welcome-mails.ts'

/**
 * What became of it. 'taken': its e-mail is that of the registration `id`. 'full': there is neither a place nor a waiting
 * list. 'in-line': places are given in the order of the waiting list. Only 'stored' changed anything.
 */
export type Changed =
  | { outcome: 'stored'; registration: Registration; before: RegistrationStatus | null }
  | { outcome: 'taken'; id: string }
  | { outcome: 'missing' | 'full' | 'in-line' }

/** What is kept as the consent to marketing that somebody gave to the organisers themselves. */
const staffConsent = 'Anotado por el equipo organizador'

/**
 * Changes any fields of a registration. Another e-mail makes its old link useless, and gets the new one by mail. Who is
 * cancelled gives their place to who waits longest; who is brought back has a place, or waits at the end. From then on its
 * visitor no longer replaces it by sending it again.
 */
export function changeRegistration(db: Db, id: string, change: RegistrationChange, { at, queueMail }: Moving): Changed {
  return db
    .transaction((): Changed => {
      const before = readRegistration(db, id)
      if (!before) return { outcome: 'missing' }
      const next = { ...before, ...change, ...consentAfter(before, change.acceptsMarketing, at) }
      const emailKey = next.email.toLowerCase()
      const other = holderOf(db, emailKey)
      if (other !== null && other !== id) return { outcome: 'taken', id: other }
      const standing = standingAfter(db, before.status, change.status)
      if (standing === 'full' || standing === 'in-line') return { outcome: standing }
      if (standing) setStanding(db, id, standing)
      const hasMoved = emailKey !== before.email.toLowerCase()
      storeFields(db, { ...next, id, emailKey, token: hasMoved ? newToken() : null })
      const isCancelled = standing?.status === 'cancelled'
      if (isCancelled || hasMoved) takeBackMails(db, id)
      if (isCancelled) {
        queueMail?.('cancelled', next, at)
        fillPlaces(db, { at, queueMail })
      } else if (queueMail && standing) arrivalMails(db, queueMail)(emailKey, 'back', at)
      else if (queueMail && hasMoved && before.status !== 'cancelled') arrivalMails(db, queueMail)(emailKey, 'new', at)
      return stored(db, id, before.status)
    })
    .immediate()
}

/**
 * Adds somebody whom staff bring, also while it is closed: with a place, or at the end of the waiting list. They are told by
 * mail as if they had registered themselves.
 */
export function addByHand(db: Db, registration: HandRegistration, { at, queueMail }: Moving): Changed {
  return db
    .transaction((): Changed => {
      const { notes, staffNotes = '', isConfirmed = false, ...sent } = registration
      const row = rowOf({ registration: { ...sent, comments: notes }, at, idempotencyKey: null, marketingText: staffConsent })
      const other = holderOf(db, row.emailKey)
      if (other !== null) return { outcome: 'taken', id: other }
      const status = seatNow(db)
      if (status === 'full') return { outcome: 'full' }
      db.prepare(insertSql).run({ ...row, status, waitingNumber: status === 'waitlisted' ? lastInLine(db) : null })
      db.prepare('UPDATE registrations SET staffNotes = ?, isConfirmed = ? WHERE id = ?').run(
        staffNotes,
        Number(isConfirmed),
        row.id,
      )
      if (queueMail) arrivalMails(db, queueMail)(row.emailKey, 'new', at)
      return stored(db, row.id, null)
    })
    .immediate()
}

/** Whose e-mail it is; null for nobody's. */
function holderOf(db: Db, emailKey: string): string | null {
  return db.prepare<[string], string>('SELECT id FROM registrations WHERE emailKey = ?').pluck().get(emailKey) ?? null
}

/** A registration with its consent, as it is to be stored; with a `token` its old link is of no use any more. */
type Fields = Omit<Registration, 'status' | 'registrationDate'> & { emailKey: string; token: string | null }

/** Stores all fields that do not move places. */
export function storeFields(db: Db, fields: Fields): void {
  const { acceptsMarketing, isConfirmed, ...texts } = fields
  db.prepare(
    `UPDATE registrations SET name = @name, email = @email, emailKey = @emailKey, company = @company, position = @position,
       phone = @phone, acceptsMarketing = @acceptsMarketing, consentText = @consentText, consentDate = @consentDate,
       isConfirmed = @isConfirmed, notes = @notes, staffNotes = @staffNotes, searchText = @searchText,
       token = coalesce(@token, token), idempotencyKey = NULL WHERE id = @id`,
  ).run({
    ...texts,
    searchText: searchTextOf(fields),
    acceptsMarketing: Number(acceptsMarketing),
    isConfirmed: Number(isConfirmed),
  })
}

type Standing = { status: RegistrationStatus; waitingNumber: number | null }

/** Sets where a registration stands. */
export function setStanding(db: Db, id: string, { status, waitingNumber }: Standing): void {
  db.prepare('UPDATE registrations SET status = ?, waitingNumber = ? WHERE id = ?').run(status, waitingNumber, id)
}

/** Where somebody stands after the change; null where they stay as they are. */
function standingAfter(
  db: Db,
  before: RegistrationStatus,
  wanted: RegistrationStatus = before,
): Standing | 'full' | 'in-line' | null {
  if (wanted === before) return null
  if (wanted === 'cancelled') return { status: wanted, waitingNumber: null }
  if (before !== 'cancelled') return 'in-line'
  const status = seatNow(db)
  return status === 'full' ? status : { status, waitingNumber: status === 'waitlisted' ? lastInLine(db) : null }
}

function consentAfter(before: Registration, isGiven: boolean | undefined, at: string) {
  if (isGiven === undefined || isGiven === before.acceptsMarketing) return {}
  return isGiven ? { consentText: staffConsent, consentDate: at } : { consentText: null, consentDate: null }
}

function stored(db: Db, id: string, before: RegistrationStatus | null): Changed {
  const registration = readRegistration(db, id)
  if (!registration) throw new Error('a registration that was changed is not there')
  return { outcome: 'stored', registration, before }
}
