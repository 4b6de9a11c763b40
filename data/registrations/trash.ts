import { type Certificate, takeApart } from '../certificates/certificates.ts'
import { clearLog, type Db } from '../db/db.ts'
import { daysAfter } from '../time.ts'
import { aliasOf, arrivalOf, countForThemselves, giveArrivalsBack, type Seen } from './arrivals.ts'
import { archivedColumns, type FullRow, fullRowOf, insertFullRow } from './full-row.ts'
import { holderOf } from './new-registrations.ts'
import { seatNow } from './places-now.ts'
import { fromRow, type RegistrationRow } from './registrations.ts'
import type { Registration, RegistrationStatus } from './schema.ts'
import { removeRegistrations, type StatusChange, setStatus } from './set-status.ts'
import { takeTokensBack } from './tokens.ts'
import { welcome } from './welcome-mails.ts'

const trashDays = 30

const isListed = 'deletedAt >= ? AND edition IS NULL'

/** Times are ISO 8601 in UTC. `deletedBy` is null if that user no longer exists. `until` is the final deletion. */
export type TrashedRegistration = Registration & {
  deletedAt: string
  deletedBy: { id: string; name: string } | null
  until: string
}

type TrashedRow = RegistrationRow & { deletedAt: string; userId: string | null; userName: string | null }
/**
 * Moves a registration to the trash. `mergedInto` replaces it. `wentWithImport` and `wentWithDrop` name the cause. Returns false
 * if it does not exist.
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
      const fullRow = fullRowOf(db, id)
      if (!fullRow) return false
      // Visitors can no longer replace a registration that an organiser deleted.
      const row = JSON.stringify({ ...fullRow.row, idempotencyKey: null, mergedInto, wentWithImport, wentWithDrop })
      const mails = JSON.stringify(fullRow.mails)
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
 * `token`: the one they were sent, unless returned since. `isLinkTaken`: the other registration uses it now. `wasWalkIn`: the other one
 * was a walk-in.
 */
type United = Seen & { certificates: Certificate[]; token?: string; isLinkTaken: boolean; wasWalkIn: boolean }

/** Stores with a deleted registration what its merge moved, to undo it later. */
export function noteUnited(db: Db, id: string, united: United): void {
  db.prepare("UPDATE trash SET row = json_set(row, '$.united', json(?)) WHERE id = ?").run(JSON.stringify(united), id)
}

/** Returns registrations deleted in the 30 days before `now` (ISO 8601 in UTC), newest first. */
export function listTrash(db: Db, now: string, { limit = -1, offset = 0 }: { limit?: number; offset?: number } = {}) {
  return db
    .prepare<unknown[], TrashedRow>(
      `SELECT ${archivedColumns}, deletedAt, users.id AS userId, users.name AS userName
       FROM trash LEFT JOIN users ON users.id = deletedBy WHERE ${isListed} ORDER BY deletedAt DESC, trash.id LIMIT ? OFFSET ?`,
    )
    .all(trashedSince(now), limit, offset)
    .map(({ deletedAt, userId, userName, ...row }): TrashedRegistration => {
      const deletedBy = userId !== null && userName !== null ? { id: userId, name: userName } : null
      return { ...fromRow(row), deletedAt, deletedBy, until: daysAfter(deletedAt, trashDays) }
    })
}

/** Counts the rows of `listTrash` without limit. */
export function countTrash(db: Db, now: string): number {
  return db.prepare<[string], number>(`SELECT count(*) FROM trash WHERE ${isListed}`).pluck().get(trashedSince(now)) ?? 0
}

/**
 * Puts a registration back and undoes its merge. 'conflict': its e-mail was registered again. 'united': the merged registration
 * has the e-mail.
 */
export function restoreRegistration(
  db: Db,
  id: string,
  change: StatusChange,
): Registration | 'missing' | 'conflict' | 'united' | 'full' {
  return db
    .transaction(() => {
      const trashedRow = db
        .prepare<[string, string], { row: string; mails: string }>(`SELECT row, mails FROM trash WHERE id = ? AND ${isListed}`)
        .get(id, trashedSince(change.at))
      if (trashedRow === undefined) return 'missing' as const
      const { united, ...row }: FullRow['row'] & { united?: United } = JSON.parse(trashedRow.row)
      // That registration may have been merged again since.
      const stays = row.mergedInto ? aliasOf(db, String(row.mergedInto)) : null
      const holder = holderOf(db, String(row.emailKey))
      if (holder !== null) return holder === stays ? ('united' as const) : ('conflict' as const)
      const stoodAs = row.status as RegistrationStatus
      // Walk-ins do not use seats.
      const status = stoodAs === 'cancelled' || row.isWalkIn === 1 ? stoodAs : seatNow(db)
      if (status === 'full') return 'full' as const
      const linkToken = (united?.isLinkTaken && united.token) || null
      const tokens = united ? takeTokensBack(db, row, { stays, taken: linkToken }) : {}
      const before = insertFullRow(db, { row: { ...row, ...tokens }, mails: JSON.parse(trashedRow.mails) })
      // After the insert, because a trigger deletes the arrivals of someone in neither table.
      db.prepare('DELETE FROM trash WHERE id = ?').run(id)
      setStatus(db, before, status, change)
      // Phones may have sent events in the meantime.
      countForThemselves(db, id)
      if (united && stays) {
        giveArrivalsBack(db, united, { from: stays, to: id })
        takeApart(db, united.certificates, stays)
        if (united.wasWalkIn) db.prepare('UPDATE registrations SET isWalkIn = 1 WHERE id = ?').run(stays)
        // A changed status already sent a mail with the link.
        if (united.isLinkTaken && status === before.status && status !== 'cancelled') welcome(db, before, change)
      }
      return { ...before, status, ...arrivalOf(db, id) }
    })
    .immediate()
}

/** Deletes rows older than 30 days for good, with their certificates and traces in the log. */
export function emptyTrash(db: Db, now: string): void {
  const old = trashedSince(now)
  const changes = db
    .transaction(() => {
      db.prepare('DELETE FROM certificates WHERE registration IN (SELECT id FROM trash WHERE deletedAt < ?)').run(old)
      return db.prepare('DELETE FROM trash WHERE deletedAt < ?').run(old).changes
    })
    .immediate()
  if (changes > 0) clearLog(db)
}

/** Returns the start (ISO 8601 in UTC) of the 30 days before `now`. */
export const trashedSince = (now: string): string => daysAfter(now, -trashDays)
