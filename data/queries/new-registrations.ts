import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import type { Db } from '../db.ts'
import type { NewRegistration } from '../schema.ts'
import { fold } from '../text.ts'
import { newToken } from '../token.ts'
import { arrivalMails } from './arrival-mails.ts'
import type { QueueMail } from './outbox.ts'

/** A registration as it comes in. */
export type Arrival = {
  registration: NewRegistration
  /** When, in ISO 8601 in UTC. */
  at: string
  /** The secret by which the same visitor may send it again, changed or not; null where they have none. */
  idempotencyKey: string | null
  /** What the marketing checkbox said; kept with the registration only if it was ticked. */
  marketingText: string
}

/**
 * Returns a function that stores an arrival: false when its e-mail, in any case, is another registration's, which stays
 * as it is, except that who had cancelled is back. Sent again with its idempotency key it replaces the first
 * attempt, which had no answer. With `queueMail` each is told by mail, in the same transaction. The statements are
 * prepared once, for as long as the database is open.
 */
export function registrationWriter(db: Db, queueMail: QueueMail | null = null): (arrival: Arrival) => boolean {
  const insert = db.prepare(
    `INSERT INTO registrations (id, name, email, emailKey, company, position, phone, acceptsMarketing, consentText, consentDate,
       registrationDate, notes, searchText, idempotencyKey, token)
     VALUES (@id, @name, @email, @emailKey, @company, @position, @phone, @acceptsMarketing, @consentText, @consentDate,
       @registrationDate, @notes, @searchText, @idempotencyKey, @token)
     ON CONFLICT (idempotencyKey) WHERE idempotencyKey IS NOT NULL DO UPDATE SET
       name = excluded.name, email = excluded.email, emailKey = excluded.emailKey, company = excluded.company,
       position = excluded.position, phone = excluded.phone, acceptsMarketing = excluded.acceptsMarketing,
       consentText = excluded.consentText, consentDate = excluded.consentDate, notes = excluded.notes,
       searchText = excluded.searchText,
       -- The link may have gone to the mistaken address.
       token = iif(emailKey = excluded.emailKey, token, excluded.token)
     ON CONFLICT (emailKey) DO NOTHING`,
  )
  const withdraw = db.prepare('DELETE FROM registrations WHERE idempotencyKey = ?')
  const bringBack = db.prepare("UPDATE registrations SET status = 'registered' WHERE emailKey = ? AND status = 'cancelled'")
  const mails = queueMail && arrivalMails(db, queueMail)

  const tryInsert = (row: ReturnType<typeof rowOf>) => {
    try {
      return insert.run(row).changes === 1
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE') throw error
      // Corrected to an e-mail that is already registered: that registration stays, the mistaken one is deleted.
      withdraw.run(row.idempotencyKey)
      return false
    }
  }

  return (arrival) => {
    const row = rowOf(arrival)
    const isStored = tryInsert(row)
    const isBack = !isStored && bringBack.run(row.emailKey).changes === 1
    mails?.(row.emailKey, isStored ? 'new' : isBack ? 'back' : 'known', arrival.at)
    return isStored
  }
}

function rowOf({ registration, at, idempotencyKey, marketingText }: Arrival) {
  const { name, email, company = '', position = '', phone = '', acceptsMarketing = false, comments = '' } = registration
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
    searchText: fold(`${name} ${email} ${company}`),
    idempotencyKey,
    token: newToken(),
  }
}

/**
 * Returns a function that stores many arrivals in one transaction, which reaches the disk once, and gives back the error
 * of each that could not be stored (null where it could): one that fails takes no other with it. Throws when nothing
 * was stored, because the transaction could not begin or end.
 */
export function registrationBatchWriter(
  db: Db,
  queueMail: QueueMail | null = null,
): (arrivals: readonly Arrival[]) => (Error | null)[] {
  const write = registrationWriter(db, queueMail)
  const writeAll = db.transaction((arrivals: readonly Arrival[]) =>
    arrivals.map((arrival) => {
      try {
        write(arrival)
        return null
      } catch (error) {
        // SQLite undoes a failed statement alone, but some errors of the disk end the whole transaction.
        if (!db.inTransaction || !(error instanceof Error)) throw error
        return error
      }
    }),
  )
  return (arrivals) => writeAll.immediate(arrivals)
}

/** Stores one registration at the instant `at` (ISO 8601 in UTC), as `registrationWriter` does, for seeds and fixtures. */
export function createRegistration(db: Db, registration: NewRegistration, at: string): boolean {
  return registrationWriter(db)({ registration, at, idempotencyKey: null, marketingText: '' })
}
