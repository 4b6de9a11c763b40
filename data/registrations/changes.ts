/** What staff change of a registration, and whom they add themselves. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { dequeueGroupMails } from '../mail/group-mails.ts'
import { dequeueMails } from '../mail/outbox.ts'
import { emailKeyOf, holderOf, insertSql, rowOf } from './new-registrations.ts'
import { seatNow } from './places-now.ts'
import { readRegistration } from './registrations.ts'
import type { HandRegistration, Registration, RegistrationChange, RegistrationStatus } from './schema.ts'
import { searchTextOf } from './search-text.ts'
import { nextWaitingNumber, type StatusChange, setStatus } from './set-status.ts'
import { newToken } from './token.ts'
import { welcome } from './welcome-mails.ts'

/**
 * What became of it. 'taken': its e-mail is that of the registration `id`. 'full': there is neither a place nor a waiting
 * list. 'no-seat': a place was asked for, and none is free. 'in-line': places are given in the order of the waiting list.
 * 'unseated': who has no place cannot be confirmed. Only 'stored' changed anything.
 */
export type Changed =
  | { outcome: 'stored'; registration: Registration; before: RegistrationStatus | null }
  | { outcome: 'taken'; id: string }
  | { outcome: 'missing' | 'full' | 'no-seat' | 'in-line' | 'unseated' }

/** What is kept as the consent to marketing that somebody gave to the organisers themselves. */
const staffConsent = 'Anotado por el equipo organizador'

/** Where staff have somebody from: the file and its import, and what is kept as the text of their consent to marketing. */
type Origin = { consent: string; file: string; importId: string | null }

const byStaff: Origin = { consent: staffConsent, file: '', importId: null }

/**
 * Changes any fields of a registration. Another e-mail makes its old link useless, and gets the new one by mail. Who is
 * cancelled gives their place to who waits longest; who is brought back has a place, or waits at the end. From then on its
 * visitor no longer replaces it by sending it again.
 */
export function changeRegistration(db: Db, id: string, edit: RegistrationChange, change: StatusChange): Changed {
  return db
    .transaction((): Changed => {
      const before = readRegistration(db, id)
      if (!before) return { outcome: 'missing' }
      const next = { ...before, ...edit, ...consentAfter(before, edit.acceptsMarketing, change.at) }
      const emailKey = emailKeyOf(id, next.email)
      const other = holderOf(db, emailKey)
      if (other !== null && other !== id) return { outcome: 'taken', id: other }
      const status = statusAfter(db, before.status, next.status)
      if (status === 'full' || status === 'in-line') return { outcome: status }
      if (edit.isConfirmed && status !== 'registered') return { outcome: 'unseated' }
      const hasMoved = emailKey !== emailKeyOf(id, before.email)
      storeFields(db, { ...next, emailKey, token: hasMoved ? newToken() : null })
      if (hasMoved) dequeueMails(db, id)
      if (before.isConfirmed && !next.isConfirmed) dequeueGroupMails(db, id)
      const person = { ...next, status: before.status }
      if (status === 'cancelled' && status !== before.status) setStatus(db, person, status, change, null, 'cancelledByStaff')
      else if (status !== before.status) setStatus(db, person, status, change)
      else if (hasMoved && status !== 'cancelled') welcome(db, next, change)
      return stored(db, id, before.status)
    })
    .immediate()
}

/**
 * Gives a place to somebody who waits or cancelled, before all others who wait; they are told by mail as who moves up. With
 * `over` it may be one more than there are. Who has a place keeps it, and is told nothing.
 */
export function giveSeat(db: Db, id: string, { over }: { over: boolean }, change: StatusChange): Changed {
  return db
    .transaction((): Changed => {
      const before = readRegistration(db, id)
      if (!before) return { outcome: 'missing' }
      if (before.status === 'registered') return stored(db, id, before.status)
      if (!over && seatNow(db) !== 'registered') return { outcome: 'no-seat' }
      setStatus(db, before, 'registered', change, null, 'promoted')
      return stored(db, id, before.status)
    })
    .immediate()
}

/**
 * Adds somebody whom staff bring, also while it is closed: with a place, or at the end of the waiting list. With `seat` they
 * have a place or are not added, with `over` it may be one more than there are. They are told by mail as if they had
 * registered themselves. `from` says where staff have them from.
 */
export function addByHand(db: Db, registration: HandRegistration, change: StatusChange, from: Origin = byStaff): Changed {
  return db
    .transaction((): Changed => {
      const { notes, staffNotes = '', isConfirmed = false, seat = false, over = false, ...sent } = registration
      const fields = { ...sent, comments: notes }
      const row = rowOf({ fields, at: change.at, idempotencyKey: null, marketingText: from.consent })
      const other = holderOf(db, row.emailKey)
      if (other !== null) return { outcome: 'taken', id: other }
      const status = over ? 'registered' : seatNow(db)
      if (seat && status !== 'registered') return { outcome: 'no-seat' }
      if (status === 'full') return { outcome: 'full' }
      prepared(db, insertSql).run({ ...row, status, waitingNumber: nextWaitingNumber(db, status) })
      prepared(db, 'UPDATE registrations SET staffNotes = ?, isConfirmed = ?, importId = ?, importedFrom = ? WHERE id = ?').run(
        staffNotes,
        Number(isConfirmed && status === 'registered'),
        from.importId,
        from.file,
        row.id,
      )
      welcome(db, { ...row, status }, change)
      return stored(db, row.id, null)
    })
    .immediate()
}

/** A registration with its consent, as it is to be stored; with a `token` its old link is of no use any more. */
type Fields = Omit<Registration, 'status' | 'registrationDate'> & { emailKey: string; token: string | null }

/** Stores all fields but the status. */
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

/** Where somebody stands after a change by staff. */
function statusAfter(db: Db, before: RegistrationStatus, wanted: RegistrationStatus): RegistrationStatus | 'full' | 'in-line' {
  if (wanted === before || wanted === 'cancelled') return wanted
  return before === 'cancelled' ? seatNow(db) : 'in-line'
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
