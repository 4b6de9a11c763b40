import { readKey } from '../content/revisions.ts'
import type { FieldErrors } from '../content/rules.ts'
import type { Db } from '../db/db.ts'
import { insertRow, inTransaction } from '../db/prepared.ts'
import { dequeueGroupMails } from '../mail/group-mails.ts'
import { dequeueOwnMails } from '../mail/outbox.ts'
import { checkAnswers } from './answers/answers.ts'
import { readAnswers, readQuestions, storeAnswers } from './answers/stored.ts'
import { emailKeyOf, holderOf, rowOf } from './new-registrations.ts'
import { seatNow, takenSeats } from './places-now.ts'
import { readRegistration } from './registrations.ts'
import type { HandRegistration, Registration, RegistrationChange, RegistrationStatus } from './schema.ts'
import { searchTextOf } from './search.ts'
import { firstWaitingNumber, nextWaitingNumber, type StatusChange, setStatus } from './set-status.ts'
import { newToken } from './tokens.ts'
import { sendWelcome } from './welcome-mails.ts'

/**
 * 'in-line': a person on the waiting list gets a seat only through `giveSeat`. 'unseated': nobody can confirm a person
 * without a seat.
 */
export type ChangeOutcome =
  | { outcome: 'stored'; registration: Registration; before: RegistrationStatus | null }
  | { outcome: 'taken'; id: string }
  | { outcome: 'invalid'; fields: FieldErrors }
  | { outcome: 'missing' | 'full' | 'no-seat' | 'in-line' | 'unseated' }

const staffConsent = 'Anotado por el equipo organizador'

type Origin = { consent: string; file: string; importId: string | null }

const byStaff: Origin = { consent: staffConsent, file: '', importId: null }

/** If the e-mail changes, the person gets a new link. */
export function changeRegistration(db: Db, id: string, edit: RegistrationChange, change: StatusChange): ChangeOutcome {
  return inTransaction(db, () => {
    const before = readRegistration(db, id)
    if (!before) return { outcome: 'missing' }
    const { answers: sentAnswers, ...fields } = edit
    const { answers, errors } = checkAnswers(readQuestions(db), sentAnswers ?? {}, 'staff', readAnswers(db, id))
    if (Object.keys(errors).length > 0) return { outcome: 'invalid', fields: errors }
    const next = { ...before, ...fields, ...consentAfter(before, edit.acceptsMarketing, change.at) }
    const emailKey = emailKeyOf(id, next.email)
    const other = holderOf(db, emailKey)
    if (other !== null && other !== id) return { outcome: 'taken', id: other }
    const status = statusAfter(db, before.status, next.status)
    if (status === 'full' || status === 'in-line') return { outcome: status }
    if (edit.isConfirmed && status !== 'registered') return { outcome: 'unseated' }
    const hasMoved = emailKey !== emailKeyOf(id, before.email)
    storeFields(db, { ...next, emailKey, token: hasMoved ? newToken() : null })
    if (sentAnswers) storeAnswers(db, id, answers)
    if (hasMoved) dequeueOwnMails(db, id)
    if (sentAnswers || (before.isConfirmed && !next.isConfirmed)) dequeueGroupMails(db, id)
    const person = { ...next, status: before.status }
    if (status === 'cancelled' && status !== before.status) setStatus(db, person, status, change, null, 'cancelledByStaff')
    else if (status === 'waitlisted' && before.status === 'registered')
      setStatus(db, person, status, change, firstWaitingNumber(db))
    else if (status !== before.status) setStatus(db, person, status, change)
    else if (hasMoved && status !== 'cancelled') sendWelcome(db, next, change)
    return stored(db, id, before.status)
  })
}

export function giveSeat(db: Db, id: string, { over }: { over: boolean }, change: StatusChange): ChangeOutcome {
  return inTransaction(db, () => {
    const before = readRegistration(db, id)
    if (!before) return { outcome: 'missing' }
    if (before.status === 'registered') return stored(db, id, before.status)
    if (!over && seatNow(db) !== 'registered') return { outcome: 'no-seat' }
    setStatus(db, before, 'registered', change, null, 'promoted')
    return stored(db, id, before.status)
  })
}

/** Also works while registration is closed. With `seat`, returns 'no-seat' instead of putting the person on the waiting list. */
export function addByHand(db: Db, registration: HandRegistration, change: StatusChange, from: Origin = byStaff): ChangeOutcome {
  return inTransaction(db, () => {
    const {
      notes,
      staffNotes = '',
      isConfirmed = false,
      seat = false,
      over = false,
      answers: sentAnswers = {},
      ...sent
    } = registration
    const fields = { ...sent, comments: notes }
    const { answers, errors } = checkAnswers(readQuestions(db), sentAnswers, 'staff')
    if (Object.keys(errors).length > 0) return { outcome: 'invalid', fields: errors }
    const row = rowOf({ fields, at: change.at, idempotencyKey: null, marketingText: from.consent, answers })
    const other = holderOf(db, row.emailKey)
    if (other !== null) return { outcome: 'taken', id: other }
    const status = over ? 'registered' : seatNow(db)
    if (seat && status !== 'registered') return { outcome: 'no-seat' }
    if (status === 'full') return { outcome: 'full' }
    insertRow(db, 'registrations', {
      ...row,
      status,
      waitingNumber: nextWaitingNumber(db, status),
      staffNotes,
      isConfirmed: Number(isConfirmed && status === 'registered'),
      importId: from.importId,
      importedFrom: from.file,
    })
    sendWelcome(db, { ...row, status }, change)
    return stored(db, row.id, null)
  })
}

type Fields = Omit<Registration, 'status' | 'registrationDate' | 'answers' | 'questionTexts'> & {
  emailKey: string
  token: string | null
}

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

function statusAfter(db: Db, before: RegistrationStatus, requested: RegistrationStatus): RegistrationStatus | 'full' | 'in-line' {
  if (requested === before || requested === 'cancelled') return requested
  if (before === 'registered') return isOverfull(db) ? requested : 'in-line'
  return before === 'cancelled' ? seatNow(db) : 'in-line'
}

function isOverfull(db: Db): boolean {
  const { capacity } = readKey(db, 'places').value
  return capacity !== null && takenSeats(db) > capacity
}

function consentAfter(before: Registration, isGiven: boolean | undefined, at: string) {
  if (isGiven === undefined || isGiven === before.acceptsMarketing) return {}
  return isGiven ? { consentText: staffConsent, consentDate: at } : { consentText: null, consentDate: null }
}

function stored(db: Db, id: string, before: RegistrationStatus | null): ChangeOutcome {
  const registration = readRegistration(db, id)
  if (!registration) throw new Error('a registration that was changed is not there')
  return { outcome: 'stored', registration, before }
}
