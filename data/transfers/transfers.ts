/** A person with a seat passes it to somebody else, who accepts with the link in a mail. */
import type { Db } from '../db/db.ts'
import { deleteStoredOffers } from '../db/forget-addresses.ts'
import { countRows, insertRow, inTransaction, prepared, readValue } from '../db/prepared.ts'
import { dequeueKind, type QueueMail } from '../mail/outbox.ts'
import { type OwnRegistration, registrationWithToken } from '../own/own-registration.ts'
import { archivePerson } from '../registrations/full-row.ts'
import { emailKeyOf, leavingEdition, personWithEmail, rowOf } from '../registrations/new-registrations.ts'
import { deadlineOf } from '../registrations/places-now.ts'
import { type StatusChange, setStatus } from '../registrations/set-status.ts'
import { newToken } from '../registrations/tokens.ts'
import { sendWelcome } from '../registrations/welcome-mails.ts'
import { dayMs, hourMs } from '../time.ts'
import type { TransferFields } from './schema.ts'

const answerTimeMs = 48 * hourMs

/** Limit per registration, because each offer sends a mail to an address that anybody can type. */
const maxTransfersCount = 3

export type Transfer = { token: string; registration: string; name: string; email: string; until: string }

export type TransferOutcome = 'offered' | 'not-offered' | 'own-address' | 'pending' | 'too-many'

const columns = 'token, registration, name, email, until'

/** Returns null if this person cannot pass on a seat. */
export function ownTransfer(
  db: Db,
  { id, status, edition }: Pick<OwnRegistration, 'id' | 'status' | 'edition'>,
  at: string,
): { pending: Transfer | null; leftCount: number; deadline: string } | null {
  const deadline = deadlineOf(db, 'transferUntil')
  if (deadline === null || at >= deadline || status !== 'registered' || edition) return null
  const canPass = 'SELECT 1 FROM registrations WHERE id = ? AND isWalkIn = 0 AND arrivedAt IS NULL'
  if (!readValue(db, canPass, id)) return null
  const leftCount = maxTransfersCount - countRows(db, 'SELECT count(*) FROM transfers WHERE registration = ?', id)
  return { pending: pendingTransfer(db, id, at), leftCount, deadline }
}

function pendingTransfer(db: Db, registration: string, at: string): Transfer | null {
  const sql = `SELECT ${columns} FROM transfers WHERE registration = ? AND endedAt IS NULL AND until > ?`
  return prepared<Transfer>(db, sql).get(registration, at) ?? null
}

/** A registered address gets the same mail as others, so the outcome does not reveal whether an address is registered. */
export function offerTransfer(
  db: Db,
  person: OwnRegistration,
  { name, email }: TransferFields,
  { at, queueMail }: { at: string; queueMail: QueueMail },
): TransferOutcome {
  return inTransaction(db, () => {
    const state = ownTransfer(db, person, at)
    if (!state) return 'not-offered'
    if (state.pending) return 'pending'
    if (state.leftCount <= 0) return 'too-many'
    const emailKey = emailKeyOf('', email)
    if (emailKey === emailKeyOf(person.id, person.email)) return 'own-address'
    const until = new Date(Math.min(Date.parse(at) + answerTimeMs, Date.parse(state.deadline))).toISOString()
    insertRow(db, 'transfers', { token: newToken(), registration: person.id, name, email, emailKey, createdAt: at, until })
    const refused = 'SELECT 1 FROM transfers WHERE registration = ? AND emailKey = ? AND refusedAt IS NOT NULL'
    if (!readValue(db, refused, person.id, emailKey)) queueMail('transfer', { id: person.id, email, name }, at)
    return 'offered'
  })
}

/** Returns the person's open offer if it went to this address. */
export function transferTo(db: Db, registration: string, email: string, at: string): Transfer | null {
  const transfer = pendingTransfer(db, registration, at)
  return transfer?.email === email ? transfer : null
}

export function withdrawTransfer(db: Db, registration: string, at: string): void {
  inTransaction(db, () => {
    prepared(db, 'UPDATE transfers SET endedAt = ? WHERE registration = ? AND endedAt IS NULL').run(at, registration)
    dequeueKind(db, registration, 'transfer')
  })
}

export function refuseTransfer(db: Db, token: string, at: string): void {
  inTransaction(db, () => {
    const transfer = prepared<Transfer>(db, `SELECT ${columns} FROM transfers WHERE token = ? AND acceptedAt IS NULL`).get(token)
    if (!transfer) return
    prepared(db, 'UPDATE transfers SET refusedAt = ?, endedAt = coalesce(endedAt, ?) WHERE token = ?').run(at, at, token)
    dequeueKind(db, transfer.registration, 'transfer')
  })
}

export type TransferPage = {
  state: 'open' | 'has-place' | 'over' | 'refused' | 'accepted'
  transfer: Transfer
  giver: OwnRegistration
}

export function transferByToken(db: Db, token: string, at: string): TransferPage | null {
  const row = prepared<Transfer & { endedAt: string | null; refusedAt: string | null; acceptedAt: string | null }>(
    db,
    `SELECT ${columns}, endedAt, refusedAt, acceptedAt FROM transfers WHERE token = ?`,
  ).get(token)
  const giver = row && registrationWithToken(db, row.registration)
  if (!row || !giver) return null
  const { endedAt, refusedAt, acceptedAt, ...transfer } = row
  if (acceptedAt) return { state: 'accepted', transfer, giver }
  if (refusedAt) return { state: 'refused', transfer, giver }
  const isOpen = endedAt === null && transfer.until > at && ownTransfer(db, giver, at) !== null
  if (!isOpen) return { state: 'over', transfer, giver }
  return { state: personWithEmail(db, transfer.email)?.status === 'registered' ? 'has-place' : 'open', transfer, giver }
}

/** The seat changes hands in one transaction. Returns the token of the new person's page, or null if the offer is over. */
export function acceptTransfer(db: Db, token: string, change: StatusChange): string | null {
  return inTransaction(db, () => {
    const page = transferByToken(db, token, change.at)
    if (page?.state !== 'open') return null
    const { transfer, giver } = page
    const id = takePlace(db, transfer, change)
    prepared(
      db,
      `UPDATE registrations SET isConfirmed = 1, passedFrom = @giver,
         placeLink = (SELECT placeLink FROM registrations WHERE id = @giver) WHERE id = @id`,
    ).run({ giver: giver.id, id })
    prepared(db, 'UPDATE registrations SET passedTo = ? WHERE id = ?').run(id, giver.id)
    const end = 'UPDATE transfers SET acceptedAt = @at, endedAt = @at WHERE token = @token'
    prepared(db, end).run({ at: change.at, token })
    setStatus(db, giver, 'cancelled', change, null, 'passed')
    return registrationWithToken(db, id)?.token ?? null
  })
}

/** The giver still has the seat, so for a moment one person more than the capacity has a seat. */
function takePlace(db: Db, { name, email }: Transfer, change: StatusChange): string {
  const emailKey = emailKeyOf('', email)
  const edition = leavingEdition(db, emailKey)
  if (edition) archivePerson(db, edition.year, edition.id)
  const existing = personWithEmail(db, email)
  if (existing) {
    setStatus(db, existing, 'registered', change)
    return existing.id
  }
  const fields = { name, email }
  const row = rowOf({ fields, at: change.at, idempotencyKey: null, marketingText: '' })
  insertRow(db, 'registrations', { ...row, status: 'registered', waitingNumber: null })
  sendWelcome(db, { ...row, status: 'registered' }, change)
  return row.id
}

/** Returns the name that the giver typed. */
export function receiverOf(db: Db, registration: string): string {
  const sql = 'SELECT name FROM transfers WHERE registration = ? AND acceptedAt IS NOT NULL ORDER BY acceptedAt DESC LIMIT 1'
  return readValue<string>(db, sql, registration) ?? 'otra persona'
}

const keptMs = 30 * dayMs

/** Deletes old offers, because they contain addresses of people who may never have registered. */
export function forgetTransfers(db: Db, now: string): void {
  const before = new Date(Date.parse(now) - keptMs).toISOString()
  inTransaction(db, () => {
    prepared(db, "DELETE FROM mails WHERE kind = 'transfer' AND createdAt < ?").run(before)
    for (const table of ['trash', 'editionPeople'] as const)
      prepared(db, deleteStoredOffers(table, "value ->> 'createdAt' < ?")).run(before)
    prepared(db, 'DELETE FROM transfers WHERE until < ?').run(before)
  })
}
