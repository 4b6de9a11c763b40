import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import type { Closed, Seat } from '../content/places.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import type { QueueMail } from '../mail/outbox.ts'
import { setApart } from './full-row.ts'
import { placesNow } from './places-now.ts'
import type { RegistrationFields, RegistrationStatus } from './schema.ts'
import { searchTextOf } from './search-text.ts'
import { fillSeats, nextWaitingNumber, type PersonStatus, setStatus } from './set-status.ts'
import { newToken } from './token.ts'
import { tellAgain, welcome } from './welcome-mails.ts'

/** A registration as it comes in. */
export type NewRegistration = {
  fields: RegistrationFields
  /** When, in ISO 8601 in UTC. */
  at: string
  /** The secret by which the same visitor may send it again, changed or not; null where they have none. */
  idempotencyKey: string | null
  /** What the marketing checkbox said; kept with the registration only if it was ticked. */
  marketingText: string
  /** A hash of the address that it came from, for the budget of its mails. */
  source?: string
}

type Stored = 'added' | 'replaced' | 'known'

/**
 * What became of a new registration: one more, one sent again that replaces what was sent before, an e-mail that another has,
 * or nothing, because nobody new is taken now. `answer` is what its sender is told: the same whether the e-mail is known or not.
 */
export type Outcome = { outcome: Stored; answer: Seat } | { outcome: 'refused'; answer: Closed }

/** Stores a row as `rowOf` makes it, with its status and its number in the waiting list. */
export const insertSql = `INSERT INTO registrations (id, name, email, emailKey, company, position, phone, acceptsMarketing,
    consentText, consentDate, registrationDate, notes, searchText, idempotencyKey, token, status, waitingNumber)
  VALUES (@id, @name, @email, @emailKey, @company, @position, @phone, @acceptsMarketing, @consentText, @consentDate,
    @registrationDate, @notes, @searchText, @idempotencyKey, @token, @status, @waitingNumber)`

/**
 * Returns a function that stores a new registration. When its e-mail, in any case, is another registration's, that one stays as
 * it is ('known'), except that who had cancelled is back; and from then on no idempotency key replaces it: its sender was told
 * that they are registered. One of an edition that ended is set apart, and makes room for the new one. Sent again under its
 * key it replaces what was sent before ('replaced'): nobody had an answer to that. There are never more registered than places:
 * to be called in a transaction. With `queue` each is told by mail, in the same transaction. The statements are prepared once, for
 * as long as the database is open.
 */
export function registrationWriter(
  db: Db,
  timeZone: string,
  queue: QueueMail | null = null,
): (registration: NewRegistration) => Outcome {
  const insert = db.prepare(
    `${insertSql}
     ON CONFLICT (idempotencyKey) WHERE idempotencyKey IS NOT NULL DO UPDATE SET
       name = excluded.name, email = excluded.email, emailKey = excluded.emailKey, company = excluded.company,
       position = excluded.position, phone = excluded.phone, acceptsMarketing = excluded.acceptsMarketing,
       consentText = excluded.consentText, consentDate = excluded.consentDate, notes = excluded.notes,
       searchText = excluded.searchText,
       -- The link may have gone to the mistaken address.
       token = iif(emailKey = excluded.emailKey, token, excluded.token)
     ON CONFLICT (emailKey) DO NOTHING`,
  )
  const statusUnder = db
    .prepare<[string | null], RegistrationStatus>('SELECT status FROM registrations WHERE idempotencyKey = ?')
    .pluck()
  const find = db.prepare<[string], PersonStatus>('SELECT id, email, name, status FROM registrations WHERE emailKey = ?')
  const answerNow = placesNow(db, timeZone)
  const withdraw = db.prepare('DELETE FROM registrations WHERE idempotencyKey = ?')
  // Who was brought in by a file and registers is of no import any more, and does not go when that is undone.
  const settle = db.prepare('UPDATE registrations SET idempotencyKey = NULL, importId = NULL WHERE emailKey = ?')
  /** Of an edition that has ended, whose people are not all set apart yet (`setPeopleApart`). */
  const leaving = db.prepare<[string], { id: string; year: string }>(
    `SELECT registrations.id, year FROM registrations
     JOIN editions ON registrationDate <= finishedAt AND apartAt IS NULL AND undoneAt IS NULL
     WHERE emailKey = ? ORDER BY finishedAt DESC LIMIT 1`,
  )
  type Row = ReturnType<typeof rowOf> & { status: Seat; waitingNumber: number | null }

  /** Leaves the registration of this e-mail where it is for good. */
  function keepKnown(row: Row): 'known' {
    settle.run(row.emailKey)
    writeForNothing(db, row)
    return 'known'
  }

  const tryInsert = (row: Row, wasUnderKey: boolean): Stored => {
    try {
      if (insert.run(row).changes === 0) {
        const left = leaving.get(row.emailKey)
        if (!left) return keepKnown(row)
        // Who registers now does so for the next one, and would be set apart with the others.
        setApart(db, left.year, left.id)
        insert.run(row)
      }
      return wasUnderKey ? 'replaced' : 'added'
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE') throw error
      // Corrected to an e-mail that is already registered: that registration stays, the mistaken one is deleted.
      withdraw.run(row.idempotencyKey)
      return keepKnown(row)
    }
  }

  function standing({ emailKey }: Row): PersonStatus {
    const found = find.get(emailKey)
    if (!found) throw new Error('nobody with this e-mail was stored')
    return found
  }

  /** Nobody new is taken; who is there already is reminded of it by mail, as at any other time. */
  function refuse(row: Row, answer: Closed, queueMail: QueueMail | null): Outcome {
    if (!queueMail) return { outcome: 'refused', answer }
    const known = find.get(row.emailKey)
    const isThere = known !== undefined && known.status !== 'cancelled'
    writeForNothing(db, row, isThere ? null : queueMail)
    if (isThere) tellAgain(db, 'already', known, { at: row.registrationDate, queueMail })
    return { outcome: 'refused', answer }
  }

  return (registration) => {
    const { at, source } = registration
    const queueMail: QueueMail | null = queue && ((kind, to, then) => queue(kind, to, then, { source }))
    const change = { at, timeZone, queueMail }
    const statusBefore = statusUnder.get(registration.idempotencyKey)
    // Sent again: it was taken before, whatever anybody new is told by now.
    const answer = statusBefore === 'registered' || statusBefore === 'waitlisted' ? statusBefore : answerNow(change.at)
    const isTaken = answer === 'registered' || answer === 'waitlisted'
    const status = isTaken ? answer : 'registered'
    const row: Row = { ...rowOf(registration), status, waitingNumber: nextWaitingNumber(db, status) }
    if (!isTaken) return refuse(row, answer, queueMail)
    const outcome = tryInsert(row, statusBefore !== undefined)
    if (outcome !== 'known') {
      if (queueMail) welcome(db, standing(row), change)
      return { outcome, answer }
    }
    const known = standing(row)
    if (known.status === 'cancelled') setStatus(db, known, answer, change)
    else tellAgain(db, 'already', known, change)
    // The place of the mistaken one, unless whoever is back has taken it.
    if (statusBefore !== undefined) fillSeats(db, change)
    return { outcome, answer }
  }
}

/**
 * Writes a row and removes it, for the disk is most of the work: an e-mail that is known takes as long as one that is not, or
 * the time would tell who has registered.
 */
export function writeForNothing(db: Db, row: StoredRow, queueMail: QueueMail | null = null): void {
  // No address has a space in it.
  prepared(db, insertSql).run({ ...row, emailKey: ` ${row.id}`, idempotencyKey: null })
  // It goes with the registration.
  queueMail?.('already', row, row.registrationDate)
  prepared(db, 'DELETE FROM registrations WHERE id = ?').run(row.id)
}

type StoredRow = ReturnType<typeof rowOf> & { status: RegistrationStatus; waitingNumber: number | null }

/** What no two registrations have in common: the e-mail in lower case; without one what is no address, for no address has a space in it. */
export const emailKeyOf = (id: string, email: string): string => (email === '' ? ` ${id}` : email.toLowerCase())

/** The id of the registration in the list whose e-mail this is, as `emailKeyOf` makes it; null for nobody's. */
export function holderOf(db: Db, emailKey: string): string | null {
  return prepared<{ id: string }>(db, 'SELECT id FROM registrations WHERE emailKey = ?').get(emailKey)?.id ?? null
}

/** The row of a new registration, with an id and a token of its own. */
export function rowOf({ fields, at, idempotencyKey, marketingText }: NewRegistration) {
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
  }
}

/**
 * Returns a function that stores many in one transaction, which reaches the disk once, and gives back what became of each, or
 * its error: one that fails takes no other with it. Throws when nothing was stored, because the transaction could not begin
 * or end.
 */
export function registrationBatchWriter(
  db: Db,
  timeZone: string,
  queueMail: QueueMail | null = null,
): (registrations: readonly NewRegistration[]) => (Outcome | Error)[] {
  const write = registrationWriter(db, timeZone, queueMail)
  const writeAll = db.transaction((registrations: readonly NewRegistration[]) =>
    registrations.map((registration) => {
      try {
        return write(registration)
      } catch (error) {
        // SQLite undoes a failed statement alone, but some errors of the disk end the whole transaction.
        if (!db.inTransaction || !(error instanceof Error)) throw error
        return error
      }
    }),
  )
  return (registrations) => writeAll.immediate(registrations)
}
