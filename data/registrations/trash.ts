import { type Certificate, takeApart } from '../certificates/certificates.ts'
import { clearLog, type Db } from '../db/db.ts'
import { countRows, insertRow, inTransaction, prepared } from '../db/prepared.ts'
import { type MovedSeat, separateSeats, separateStoredSeats } from '../seats/merged-seats.ts'
import { parseSeats, tellChangedSeats } from '../seats/stored.ts'
import { daysAfter } from '../time.ts'
import { aliasOf, arrivalOf, type DoorEvents, endEventMove, moveEventsBack } from './arrivals.ts'
import { archivedColumns, type FullRow, fullRowOf, insertFullRow } from './full-row.ts'
import { linkWithPlace } from './links.ts'
import { holderOf } from './new-registrations.ts'
import { seatNow } from './places-now.ts'
import { fromRow, type RegistrationRow } from './registrations.ts'
import type { Registration, RegistrationStatus } from './schema.ts'
import { removeRegistrations, type StatusChange, setStatus } from './set-status.ts'
import { restoreTokens } from './tokens.ts'
import { sendWelcome } from './welcome-mails.ts'

const trashDays = 30

const isListed = 'deletedAt >= ? AND edition IS NULL'

export type TrashedRegistration = Registration & {
  deletedAt: string
  deletedBy: { id: string; name: string } | null
  until: string
}

type TrashedRow = RegistrationRow & { deletedAt: string; userId: string | null; userName: string | null }
export function trashRegistration(
  db: Db,
  id: string,
  {
    by,
    mergedInto,
    wentWithImport,
    wentWithDrop,
    ...change
  }: StatusChange & { by: string; mergedInto?: string; wentWithImport?: true; wentWithDrop?: number },
): boolean {
  return inTransaction(db, () => {
    const fullRow = fullRowOf(db, id)
    if (!fullRow) return false
    // Clears the idempotency key, so that a form that is sent again does not replace the deleted registration.
    const row = JSON.stringify({ ...fullRow.row, idempotencyKey: null, mergedInto, wentWithImport, wentWithDrop })
    insertRow(db, 'trash', { id, row, mails: JSON.stringify(fullRow.mails), deletedAt: change.at, deletedBy: by })
    removeRegistrations(db, [id], change)
    return true
  })
}

/** `isLinkTaken` is true if the registration that remained after the merge took over the token. */
type MergeUndo = DoorEvents & {
  certificates: Certificate[]
  seats?: MovedSeat[]
  token?: string
  isLinkTaken: boolean
  wasWalkIn: boolean
}

export function storeMergeUndo(db: Db, id: string, united: MergeUndo): void {
  db.prepare("UPDATE trash SET row = json_set(row, '$.united', json(?)) WHERE id = ?").run(JSON.stringify(united), id)
}

export function listTrash(db: Db, now: string, { limit = -1, offset = 0 }: { limit?: number; offset?: number } = {}) {
  return prepared<TrashedRow>(
    db,
    `SELECT ${archivedColumns}, deletedAt, users.id AS userId, users.name AS userName
       FROM trash LEFT JOIN users ON users.id = deletedBy WHERE ${isListed} ORDER BY deletedAt DESC, trash.id LIMIT ? OFFSET ?`,
  )
    .all(trashedSince(now), limit, offset)
    .map(({ deletedAt, userId, userName, ...row }): TrashedRegistration => {
      const deletedBy = userId !== null && userName !== null ? { id: userId, name: userName } : null
      return { ...fromRow(row), deletedAt, deletedBy, until: daysAfter(deletedAt, trashDays) }
    })
}

export function countTrash(db: Db, now: string): number {
  return countRows(db, `SELECT count(*) FROM trash WHERE ${isListed}`, trashedSince(now))
}

/** Returns 'united' if the registration that remained after a merge has the e-mail, 'conflict' if another person has it. */
export function restoreRegistration(
  db: Db,
  id: string,
  change: StatusChange,
): Registration | 'missing' | 'conflict' | 'united' | 'full' {
  return inTransaction(db, () => {
    const trashedRow = prepared<{ row: string; mails: string }>(
      db,
      `SELECT row, mails FROM trash WHERE id = ? AND ${isListed}`,
    ).get(id, trashedSince(change.at))
    if (trashedRow === undefined) return 'missing'
    const { united, ...row }: FullRow['row'] & { united?: MergeUndo } = JSON.parse(trashedRow.row)
    const remainingId = row.mergedInto ? aliasOf(db, String(row.mergedInto)) : null
    const holder = holderOf(db, String(row.emailKey))
    if (holder !== null) return holder === remainingId ? 'united' : 'conflict'
    const statusBefore = row.status as RegistrationStatus
    const placeLink = row.placeLink ? linkWithPlace(db, String(row.placeLink)) : null
    const seat = placeLink === null ? seatNow(db) : 'registered'
    const status = statusBefore === 'cancelled' || row.isWalkIn === 1 ? statusBefore : seat
    if (status === 'full') return 'full'
    const linkToken = (united?.isLinkTaken && united.token) || null
    const tokens = united ? restoreTokens(db, row, { remainingId, linkToken }) : {}
    const before = insertFullRow(db, { row: { ...row, ...tokens, placeLink }, mails: JSON.parse(trashedRow.mails) })
    // Must run after the insert. A trigger deletes arrivals of people who are neither registered nor in the trash.
    db.prepare('DELETE FROM trash WHERE id = ?').run(id)
    setStatus(db, before, status, change)
    const movedSeats = united?.seats ?? []
    if (status === 'registered') {
      if (remainingId) {
        separateSeats(db, movedSeats, { from: remainingId, to: id })
        for (const mergedId of new Set([String(row.mergedInto), remainingId])) separateStoredSeats(db, movedSeats, mergedId)
      }
      const seats = [...parseSeats(row.sessions), ...movedSeats.map(({ seat }) => seat)]
      tellChangedSeats(db, before, seats, change)
    }
    endEventMove(db, id)
    if (united && remainingId) {
      moveEventsBack(db, united, { from: remainingId, to: id })
      takeApart(db, united.certificates, remainingId)
      if (united.wasWalkIn) db.prepare('UPDATE registrations SET isWalkIn = 1 WHERE id = ?').run(remainingId)
      if (united.isLinkTaken && status === before.status && status !== 'cancelled') sendWelcome(db, before, change)
    }
    return { ...before, status, ...arrivalOf(db, id) }
  })
}

export function emptyTrash(db: Db, now: string): void {
  const old = trashedSince(now)
  const changes = inTransaction(db, () => {
    db.prepare('DELETE FROM certificates WHERE registration IN (SELECT id FROM trash WHERE deletedAt < ?)').run(old)
    return db.prepare('DELETE FROM trash WHERE deletedAt < ?').run(old).changes
  })
  if (changes > 0) clearLog(db)
}

export const trashedSince = (now: string): string => daysAfter(now, -trashDays)
