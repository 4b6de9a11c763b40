/** What a visitor may do with their own registration. Each is found by the secret in their link. */
import type { Db } from '../db/db.ts'
import { dequeueKind } from '../mail/outbox.ts'
import { registrationByToken } from './own-registration.ts'
import type { OwnChange } from './schema.ts'
import { searchTextOf } from './search-text.ts'
import { type StatusChange, setStatus } from './set-status.ts'

/**
 * Changes what was given of name, company, position and phone. What its visitor has corrected here, an older copy that
 * is sent again does not replace, nor does it go when the file that brought them in is taken back. Without a registration with
 * this token nothing is done.
 */
export function correctRegistration(db: Db, token: string, change: OwnChange): void {
  db.transaction(() => {
    const own = registrationByToken(db, token)
    if (!own) return
    const { name, company, position, phone, email } = { ...own, ...change }
    db.prepare(
      `UPDATE registrations SET name = ?, company = ?, position = ?, phone = ?, searchText = ?, idempotencyKey = NULL, importId = NULL
       WHERE token = ?`,
    ).run(name, company, position, phone, searchTextOf({ name, email, company, phone }), token)
  }).immediate()
}

/**
 * Cancels; the place goes to who waits longest, and with mail the person is told. Who has cancelled already stays as they are, and
 * without a registration with this token nothing is done.
 */
export function cancelRegistration(db: Db, token: string, change: StatusChange): void {
  db.transaction(() => {
    const own = registrationByToken(db, token)
    if (own && own.status !== 'cancelled') setStatus(db, own, 'cancelled', change)
  }).immediate()
}

/**
 * Notes that who has a place says they come: from then on they are of no import (`takeOut`). False when nobody with this token has a place.
 */
export function confirmOwn(db: Db, token: string): boolean {
  const confirm = db.prepare(
    "UPDATE registrations SET isConfirmed = 1, importId = NULL WHERE token = ? AND status = 'registered'",
  )
  return confirm.run(token).changes === 1
}

/** Notes whether reminders are wanted; one that waits goes to nobody who wants none. */
export function setReminders(db: Db, token: string, isWanted: boolean): void {
  db.transaction(() => {
    db.prepare('UPDATE registrations SET wantsReminders = ? WHERE token = ?').run(Number(isWanted), token)
    // Of an edition that is over, for its end may be taken back.
    db.prepare("UPDATE editionPeople SET row = json_set(row, '$.wantsReminders', ?) WHERE row ->> 'token' = ?").run(
      Number(isWanted),
      token,
    )
    const own = isWanted ? null : registrationByToken(db, token)
    if (own) dequeueKind(db, own.id, 'reminder')
  }).immediate()
}
