/** Registrations that were deleted, whole, until they go for good. */
import { type Certificate, takeApart } from '../certificates/certificates.ts'
import { clearLog, type Db } from '../db/db.ts'
import { daysAfter } from '../time.ts'
import { aliasOf, arrivalOf, countForThemselves, giveArrivalsBack, type Seen } from './arrivals.ts'
import { takeTokensBack } from './former-tokens.ts'
import { insertWhole, keptColumns, type Whole, wholeOf } from './full-row.ts'
import { holderOf } from './new-registrations.ts'
import { seatNow } from './places-now.ts'
import { fromRow, type RegistrationRow } from './registrations.ts'
import type { Registration, RegistrationStatus } from './schema.ts'
import { removeRegistrations, type StatusChange, setStatus } from './set-status.ts'
import { welcome } from './welcome-mails.ts'

const keptDays = 30

/** What was deleted in these days, and is not of an edition that is over. */
const isListed = 'deletedAt >= ? AND edition IS NULL'

/** A deleted registration; times are ISO 8601 in UTC. `deletedBy` is null when that user is gone, `until` when it goes. */
export type TrashedRegistration = Registration & {
  deletedAt: string
  deletedBy: { id: string; name: string } | null
  until: string
}

type Trashed = RegistrationRow & { deletedAt: string; userId: string | null; userName: string | null }
/**
 * Takes a registration out of the list, with all that it has; its place goes to who waits longest. `mergedInto` is the
 * registration of the same person that stays: it is erased with that one; `wentWithImport`, that nobody asked for it; `wentWithDrop`, the
 * drop of the phone that had sent it. False when there is none with this id.
 */
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
  return db
    .transaction(() => {
      const whole = wholeOf(db, id)
      if (!whole) return false
      // What an organiser has decided on, its visitor no longer replaces by sending it again.
      const row = JSON.stringify({ ...whole.row, idempotencyKey: null, mergedInto, wentWithImport, wentWithDrop })
      const mails = JSON.stringify(whole.mails)
      db.prepare('INSERT INTO trash (id, row, mails, deletedAt, deletedBy) VALUES (?, ?, ?, ?, ?)').run(
        id,
        row,
        mails,
        change.at,
        by,
      )
      removeRegistrations(db, [id], change)
      return true
    })
    .immediate()
}

/**
 * What came along when a registration was merged into another: what was seen of them; the constancias of both that were moved or dropped;
 * the token that they were sent, if nobody else got it back since, and whether it is the other's own now; whether the other came to the
 * door unregistered.
 */
type United = Seen & { certificates: Certificate[]; token?: string; isLinkTaken: boolean; wasWalkIn: boolean }

/** Notes with a registration in the trash what came along as it was merged into another, for the way back. */
export function noteUnited(db: Db, id: string, united: United): void {
  db.prepare("UPDATE trash SET row = json_set(row, '$.united', json(?)) WHERE id = ?").run(JSON.stringify(united), id)
}

/** What was deleted in the 30 days before `now` (ISO 8601 in UTC), the last first; nothing of an edition that is over. */
export function listTrash(db: Db, now: string, { limit = -1, offset = 0 }: { limit?: number; offset?: number } = {}) {
  return db
    .prepare<unknown[], Trashed>(
      `SELECT ${keptColumns}, deletedAt, users.id AS userId, users.name AS userName
       FROM trash LEFT JOIN users ON users.id = deletedBy WHERE ${isListed} ORDER BY deletedAt DESC, trash.id LIMIT ? OFFSET ?`,
    )
    .all(keptSince(now), limit, offset)
    .map(({ deletedAt, userId, userName, ...row }): TrashedRegistration => {
      const deletedBy = userId !== null && userName !== null ? { id: userId, name: userName } : null
      return { ...fromRow(row), deletedAt, deletedBy, until: daysAfter(deletedAt, keptDays) }
    })
}

/** How many there are to list. */
export function countTrash(db: Db, now: string): number {
  return db.prepare<[string], number>(`SELECT count(*) FROM trash WHERE ${isListed}`).pluck().get(keptSince(now)) ?? 0
}

/**
 * Puts a registration back with all that it had, with a place or at the end of the waiting list; who stood otherwise is told. Of mails that
 * waited those are sent that were not stopped meanwhile. Who was merged into another has again their tickets, what the door saw of them and
 * their constancia, and is sent a link where theirs was the other's; mails that went along stay there. 'conflict' when its e-mail has been
 * registered anew, 'united' when the one that it was merged into has it, 'full' when there is neither a place nor a waiting list.
 */
export function restoreRegistration(
  db: Db,
  id: string,
  change: StatusChange,
): Registration | 'missing' | 'conflict' | 'united' | 'full' {
  return db
    .transaction(() => {
      const kept = db
        .prepare<[string, string], { row: string; mails: string }>(`SELECT row, mails FROM trash WHERE id = ? AND ${isListed}`)
        .get(id, keptSince(change.at))
      if (kept === undefined) return 'missing' as const
      const { united, ...row }: Whole['row'] & { united?: United } = JSON.parse(kept.row)
      // Who stayed may have been merged into somebody else since.
      const stays = row.mergedInto ? aliasOf(db, String(row.mergedInto)) : null
      const holder = holderOf(db, String(row.emailKey))
      if (holder !== null) return holder === stays ? ('united' as const) : ('conflict' as const)
      const stoodAs = row.status as RegistrationStatus
      // Walk-ins have places beside the others.
      const status = stoodAs === 'cancelled' || row.isWalkIn === 1 ? stoodAs : seatNow(db)
      if (status === 'full') return 'full' as const
      const taken = (united?.isLinkTaken && united.token) || null
      const tokens = united ? takeTokensBack(db, row, { stays, taken }) : {}
      const before = insertWhole(db, { row: { ...row, ...tokens }, mails: JSON.parse(kept.mails) })
      // Once it is back: with what is in neither go its arrivals.
      db.prepare('DELETE FROM trash WHERE id = ?').run(id)
      setStatus(db, before, status, change)
      // Of what phones saw meanwhile the row knows nothing.
      countForThemselves(db, id)
      if (united && stays) {
        giveArrivalsBack(db, united, { from: stays, to: id })
        takeApart(db, united.certificates, stays)
        if (united.wasWalkIn) db.prepare('UPDATE registrations SET isWalkIn = 1 WHERE id = ?').run(stays)
        // Who stands otherwise than before was told of that, with their link.
        if (united.isLinkTaken && status === before.status && status !== 'cancelled') welcome(db, before, change)
      }
      return { ...before, status, ...arrivalOf(db, id) }
    })
    .immediate()
}

/**
 * Removes for good what was deleted more than 30 days before `now` (ISO 8601 in UTC), its traces in the log and its constancias included:
 * nobody could find whose these are.
 */
export function emptyTrash(db: Db, now: string): void {
  const old = keptSince(now)
  const changes = db
    .transaction(() => {
      db.prepare('DELETE FROM certificates WHERE registration IN (SELECT id FROM trash WHERE deletedAt < ?)').run(old)
      return db.prepare('DELETE FROM trash WHERE deletedAt < ?').run(old).changes
    })
    .immediate()
  if (changes > 0) clearLog(db)
}

/** Since when (ISO 8601 in UTC) what was deleted is kept at the instant `now`. */
export const keptSince = (now: string): string => daysAfter(now, -keptDays)
