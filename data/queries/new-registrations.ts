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

/** What became of an arrival: a new registration, one sent again that took its own place, or an e-mail that another has. */
export type Outcome = 'added' | 'replaced' | 'known'

/**
 * Returns a function that stores an arrival. When its e-mail, in any case, is another registration's, that one stays as it
 * is ('known'), except that who had cancelled is back; and from then on nobody's key moves it: its sender was told that they
 * are registered. Sent again under its key it takes the place of what was sent before ('replaced'): nobody had an answer to
 * that. With `queueMail` each is told by mail, in the same transaction. The statements are prepared once, for as long as the
 * database is open.
 */
export function registrationWriter(db: Db, queueMail: QueueMail | null = null): (arrival: Arrival) => Outcome {
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
  const isUnder = db.prepare<[string | null], number>('SELECT 1 FROM registrations WHERE idempotencyKey = ?').pluck()
  const withdraw = db.prepare('DELETE FROM registrations WHERE idempotencyKey = ?')
  const bringBack = db.prepare("UPDATE registrations SET status = 'registered' WHERE emailKey = ? AND status = 'cancelled'")
  const settle = db.prepare('UPDATE registrations SET idempotencyKey = NULL WHERE emailKey = ?')
  const takeBack = db.prepare('DELETE FROM registrations WHERE id = ?')
  const mails = queueMail && arrivalMails(db, queueMail)
  type Row = ReturnType<typeof rowOf>

  /**
   * Leaves the registration of this e-mail where it is for good. A row is written and taken back, for the disk is most of
   * the work: an e-mail that is known takes as long as one that is not, or the time would tell who has registered.
   */
  function keepKnown(row: Row): 'known' {
    settle.run(row.emailKey)
    // No address has a space in it.
    insert.run({ ...row, emailKey: ` ${row.id}`, idempotencyKey: null })
    takeBack.run(row.id)
    return 'known'
  }

  const tryInsert = (row: Row): Outcome => {
    const wasUnderKey = isUnder.get(row.idempotencyKey) !== undefined
    try {
      if (insert.run(row).changes === 0) return keepKnown(row)
      return wasUnderKey ? 'replaced' : 'added'
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE') throw error
      // Corrected to an e-mail that is already registered: that registration stays, the mistaken one is deleted.
      withdraw.run(row.idempotencyKey)
      return keepKnown(row)
    }
  }

  return (arrival) => {
    const row = rowOf(arrival)
    const outcome = tryInsert(row)
    const isBack = outcome === 'known' && bringBack.run(row.emailKey).changes === 1
    mails?.(row.emailKey, outcome !== 'known' ? 'new' : isBack ? 'back' : 'known', arrival.at)
    return outcome
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
 * Returns a function that stores many arrivals in one transaction, which reaches the disk once, and gives back what became
 * of each, or its error: one that fails takes no other with it. Throws when nothing was stored, because the transaction
 * could not begin or end.
 */
export function registrationBatchWriter(
  db: Db,
  queueMail: QueueMail | null = null,
): (arrivals: readonly Arrival[]) => (Outcome | Error)[] {
  const write = registrationWriter(db, queueMail)
  const writeAll = db.transaction((arrivals: readonly Arrival[]) =>
    arrivals.map((arrival) => {
      try {
        return write(arrival)
      } catch (error) {
        // SQLite undoes a failed statement alone, but some errors of the disk end the whole transaction.
        if (!db.inTransaction || !(error instanceof Error)) throw error
        return error
      }
    }),
  )
  return (arrivals) => writeAll.immediate(arrivals)
}

/** Stores one registration at the instant `at` (ISO 8601 in UTC), for seeds and fixtures. False when its e-mail is known. */
export function createRegistration(db: Db, registration: NewRegistration, at: string): boolean {
  return registrationWriter(db)({ registration, at, idempotencyKey: null, marketingText: '' }) === 'added'
}
