import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import type { Closed, Seat } from '../content/places.ts'
import type { Db } from '../db/db.ts'
import { prepared, readValue } from '../db/prepared.ts'
import type { QueueMail } from '../mail/outbox.ts'
import { areOtherNames } from '../similar/similar.ts'
import type { StoredAnswers } from './answers/answers.ts'
import { archivePerson } from './full-row.ts'
import { type PlaceLink, placeLinkByToken } from './links.ts'
import { outcomeNow } from './places-now.ts'
import type { RegistrationFields, RegistrationStatus } from './schema.ts'
import { searchTextOf } from './search.ts'
import { fillSeats, nextWaitingNumber, type PersonStatus, setStatus } from './set-status.ts'
import { newToken } from './tokens.ts'
import { sendLinkAgain, sendWelcome } from './welcome-mails.ts'

export type NewRegistration = {
  fields: RegistrationFields
  at: string
  /** A form that is sent again has the same key, and replaces the registration that it stored before. */
  idempotencyKey: string | null
  marketingText: string
  answers?: StoredAnswers
  source?: string
  placeToken?: string | undefined
}

type Stored = 'added' | 'replaced' | 'existing'

/** Visitors must see only `outcome`, because `stored` reveals whether an e-mail was registered. */
export type Registering = { outcome: Seat; stored: Stored } | { outcome: Refused; stored: null }

export type Refused = Closed | 'no-share'

export const insertRegistrationSql = `INSERT INTO registrations (id, name, email, emailKey, company, position, phone, acceptsMarketing,
    consentText, consentDate, registrationDate, notes, searchText, idempotencyKey, token, answers, status, waitingNumber)
  VALUES (@id, @name, @email, @emailKey, @company, @position, @phone, @acceptsMarketing, @consentText, @consentDate,
    @registrationDate, @notes, @searchText, @idempotencyKey, @token, @answers, @status, @waitingNumber)`

const leavingSql = `SELECT registrations.id, year FROM registrations
  JOIN editions ON registrationDate <= finishedAt AND apartAt IS NULL AND undoneAt IS NULL
  WHERE emailKey = ? ORDER BY finishedAt DESC LIMIT 1`

const personSql = 'SELECT id, email, name, status FROM registrations WHERE emailKey = ?'

function prepareStatements(db: Db) {
  const insert = db.prepare(
    `${insertRegistrationSql}
     ON CONFLICT (idempotencyKey) WHERE idempotencyKey IS NOT NULL DO UPDATE SET
       name = excluded.name, email = excluded.email, emailKey = excluded.emailKey, company = excluded.company,
       position = excluded.position, phone = excluded.phone, acceptsMarketing = excluded.acceptsMarketing,
       consentText = excluded.consentText, consentDate = excluded.consentDate, notes = excluded.notes,
       searchText = excluded.searchText, answers = excluded.answers,
       -- A corrected e-mail gets a new token, because the link may have gone to the mistaken address.
       token = iif(emailKey = excluded.emailKey, token, excluded.token)
     ON CONFLICT (emailKey) DO NOTHING`,
  )
  const statusUnder = db
    .prepare<[string | null], RegistrationStatus>('SELECT status FROM registrations WHERE idempotencyKey = ?')
    .pluck()
  const find = db.prepare<[string], PersonStatus>(personSql)
  const withdraw = db.prepare('DELETE FROM registrations WHERE idempotencyKey = ?')
  // An imported person who registers leaves the import, so that undoing the import does not delete them.
  const settle = db.prepare('UPDATE registrations SET idempotencyKey = NULL, importId = NULL WHERE emailKey = ?')
  const remember = db.prepare('UPDATE registrations SET idempotencyKey = ? WHERE emailKey = ?')
  const leaving = db.prepare<[string], { id: string; year: string }>(leavingSql)
  return { insert, statusUnder, find, withdraw, settle, remember, leaving }
}

/** The returned function expects an open transaction. */
export function registrationWriter(
  db: Db,
  timeZone: string,
  queue: QueueMail | null = null,
): (registration: NewRegistration) => Registering {
  const { insert, statusUnder, find, withdraw, settle, remember, leaving } = prepareStatements(db)
  const outcomeAt = outcomeNow(db, timeZone)

  type Row = ReturnType<typeof rowOf> & { status: Seat; waitingNumber: number | null }

  function keepExisting(row: Row): 'existing' {
    settle.run(row.emailKey)
    return 'existing'
  }

  const tryInsert = (row: Row, wasUnderKey: boolean): Stored => {
    try {
      if (insert.run(row).changes === 0) {
        const endedEdition = leaving.get(row.emailKey)
        if (!endedEdition) return keepExisting(row)
        archivePerson(db, endedEdition.year, endedEdition.id)
        insert.run(row)
      }
      return wasUnderKey ? 'replaced' : 'added'
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE') throw error
      withdraw.run(row.idempotencyKey)
      return keepExisting(row)
    }
  }

  function standing({ emailKey }: Row): PersonStatus {
    const person = find.get(emailKey)
    if (!person) throw new Error('nobody with this e-mail was stored')
    return person
  }

  function refuse(row: Row, outcome: Refused, queueMail: QueueMail | null): Registering {
    const existingPerson = find.get(row.emailKey)
    if (existingPerson && existingPerson.status !== 'cancelled')
      sendLinkAgain(db, 'already', existingPerson, { at: row.registrationDate, queueMail })
    return { outcome, stored: null }
  }

  return (registration) => {
    const { at, source, placeToken } = registration
    const queueMail: QueueMail | null = queue && ((kind, to, then) => queue(kind, to, then, { source }))
    const change = { at, timeZone, queueMail }
    // Replaces nothing, because anybody may send the e-mail of a registered person.
    const keyOfExisting = placeToken && registration.idempotencyKey ? `existing ${registration.idempotencyKey}` : null
    const statusBefore = statusUnder.get(registration.idempotencyKey) ?? statusUnder.get(keyOfExisting)
    const link = placeToken === undefined ? null : openLink(db, placeToken, at)
    // A form that is sent again gets its first outcome, even if no seat is free now.
    const outcome = isSeat(statusBefore) ? statusBefore : outcomeWithLink(outcomeAt(at), link, placeToken)
    const status = isSeat(outcome) ? outcome : 'registered'
    const row: Row = { ...rowOf(registration), status, waitingNumber: nextWaitingNumber(db, status) }
    if (!isSeat(outcome)) return refuse(row, outcome, queueMail)
    const stored = tryInsert(row, statusBefore !== undefined)
    if (stored !== 'existing') {
      if (link) takeFrom(db, link, row.emailKey)
      if (queueMail) sendWelcome(db, standing(row), change)
      return { outcome, stored }
    }
    const existingPerson = standing(row)
    const isOtherName = areOtherNames(existingPerson.name, row.name)
    const takesPlace = link !== null && existingPerson.status !== 'registered'
    if (takesPlace || existingPerson.status === 'cancelled') {
      // Walk-ins need no seat.
      prepared(db, 'UPDATE registrations SET isWalkIn = 0 WHERE id = ?').run(existingPerson.id)
      setStatus(db, existingPerson, outcome, change)
    } else if (!isOtherName) sendLinkAgain(db, 'already', existingPerson, change)
    if (takesPlace) takeFrom(db, link, row.emailKey)
    // With the typed name, `queuedLetter` writes to the registered e-mail that this new registration was not stored.
    if (isOtherName) sendLinkAgain(db, 'already', { ...existingPerson, name: row.name }, change)
    if (keyOfExisting !== null) remember.run(keyOfExisting, row.emailKey)
    if (statusBefore !== undefined) fillSeats(db, change)
    return { outcome, stored }
  }
}

function openLink(db: Db, token: string, at: string): PlaceLink | null {
  const link = placeLinkByToken(db, token, at)
  return link?.state === 'open' ? link : null
}

/** A place link gives a seat even if the conference is full, but not while registration is closed. */
function outcomeWithLink(outcome: Seat | Closed, link: PlaceLink | null, placeToken: string | undefined): Seat | Refused {
  if (placeToken === undefined || (outcome !== 'full' && !isSeat(outcome))) return outcome
  return link ? 'registered' : 'no-share'
}

function takeFrom(db: Db, { id }: PlaceLink, emailKey: string): void {
  prepared(db, 'UPDATE registrations SET placeLink = ? WHERE emailKey = ?').run(id, emailKey)
}

const isSeat = (outcome: RegistrationStatus | Refused | undefined): outcome is Seat =>
  outcome === 'registered' || outcome === 'waitlisted'

export const emailKeyOf = (id: string, email: string): string => (email === '' ? ` ${id}` : email.toLowerCase())

export const personWithEmail = (db: Db, email: string): PersonStatus | undefined =>
  prepared<PersonStatus>(db, personSql).get(emailKeyOf('', email))

export function holderOf(db: Db, emailKey: string): string | null {
  return readValue<string>(db, 'SELECT id FROM registrations WHERE emailKey = ?', emailKey) ?? null
}

export function rowOf({ fields, at, idempotencyKey, marketingText, answers = {} }: NewRegistration) {
  const { name, email, company = '', position = '', phone = '', acceptsMarketing = false, comments = '' } = fields
  return {
    id: randomUUID(),
    name,
    email,
    emailKey: email.toLowerCase(),
    company,
    position,
    phone,
    acceptsMarketing: Number(acceptsMarketing),
    consentText: acceptsMarketing ? marketingText : null,
    consentDate: acceptsMarketing ? at : null,
    registrationDate: at,
    notes: comments,
    searchText: searchTextOf({ name, email, company, phone }),
    idempotencyKey,
    token: newToken(),
    answers: JSON.stringify(answers),
  }
}

/** Returns the person's registration for an ended edition if it is not archived yet. */
export function leavingEdition(db: Db, emailKey: string): { id: string; year: string } | undefined {
  return prepared<{ id: string; year: string }>(db, leavingSql).get(emailKey)
}

export function registrationBatchWriter(
  db: Db,
  timeZone: string,
  queueMail: QueueMail | null = null,
): (registrations: readonly NewRegistration[]) => (Registering | Error)[] {
  const write = registrationWriter(db, timeZone, queueMail)
  const writeAll = db.transaction((registrations: readonly NewRegistration[]) =>
    registrations.map((registration) => {
      try {
        return write(registration)
      } catch (error) {
        // Some disk errors end the whole transaction. Then no registration of the batch is stored.
        if (!db.inTransaction || !(error instanceof Error)) throw error
        return error
      }
    }),
  )
  return (registrations) => writeAll.immediate(registrations)
}
