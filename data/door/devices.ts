/** The phones that hold the list. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { limits } from '../limits.ts'
import { daysAfter } from '../time.ts'
import type { DoorDevice } from './schema.ts'

/**
 * A contact of a phone, with the session of its user; `unsent` is how many events it still has to send, `name` what it calls itself, if it
 * says so. `model` is its name otherwise.
 */
type Contact = {
  id: string
  name: string
  model: string
  userId: string
  sessionId: string
  at: string
  unsent?: number | undefined
}

const keptDays = 30

/**
 * Notes that a phone takes the list. 'ended': it has to wipe its list, and is noted as told; 'too-many': its account has the list on as
 * many other phones as it may.
 */
export function noteHolder(db: Db, contact: Contact): 'new' | 'known' | 'ended' | 'too-many' {
  const met = noteContact(db, contact)
  if (met !== 'unknown') return met
  const { id, name, model, userId, sessionId, at, unsent = 0 } = contact
  const phones = prepared<{ phones: number }>(
    db,
    'SELECT count(*) AS phones FROM doorDevices WHERE userId = ? AND seenAt > ? AND endedAt IS NULL',
  ).get(userId, daysAfter(at, -1))
  if (phones && phones.phones >= limits.door.phones) return 'too-many'
  prepared(db, 'INSERT INTO doorDevices (id, name, userId, sessionId, sinceAt, seenAt, unsent) VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    ...[id, name || model, userId, sessionId, at, at, unsent],
  )
  noteSession(db, contact)
  // One that is to wipe its list stays until it was told.
  prepared(db, 'DELETE FROM doorDevices WHERE seenAt < ? AND (endedAt IS NULL OR toldAt IS NOT NULL)').run(
    daysAfter(at, -keptDays),
  )
  return 'new'
}

/** Notes any other contact of a phone: 'unknown' if it does not hold the list. */
export function noteContact(db: Db, contact: Contact): 'unknown' | 'known' | 'ended' {
  const { id, name, userId, sessionId, at, unsent = null } = contact
  const phone = prepared<{ endedAt: string | null }>(
    db,
    `UPDATE doorDevices SET name = coalesce(nullif(@name, ''), name), userId = @userId, sessionId = @sessionId, seenAt = @at, unsent = coalesce(@unsent, unsent),
       toldAt = iif(endedAt IS NULL, NULL, coalesce(toldAt, @at)) WHERE id = @id RETURNING endedAt`,
  ).get({ id, name, userId, sessionId, at, unsent })
  if (!phone) return 'unknown'
  noteSession(db, contact)
  return phone.endedAt === null ? 'known' : 'ended'
}

/** The first phone as which a session called stays its phone: another name does not help it when that one is ended. */
function noteSession(db: Db, { id, sessionId }: Contact): void {
  prepared(db, 'UPDATE sessions SET doorDevice = ? WHERE id = ? AND doorDevice IS NULL').run(id, sessionId)
}

/** Counts events that a phone sent. */
export function countSent(db: Db, id: string, events: number): void {
  if (events > 0) prepared(db, 'UPDATE doorDevices SET sent = sent + ? WHERE id = ?').run(events, id)
}

/** The phones that held the list within 30 days, or are still to be told that they are ended; those seen last first. */
export function listDevices(db: Db): DoorDevice[] {
  return prepared<DoorDevice>(
    db,
    `SELECT doorDevices.id, doorDevices.name, users.name AS userName, sinceAt, seenAt AS lastSeenAt, unsent, sent, endedAt, toldAt,
       doorDrops.at AS droppedAt
     FROM doorDevices LEFT JOIN users ON users.id = doorDevices.userId LEFT JOIN doorDrops ON doorDrops.device = doorDevices.id
     ORDER BY seenAt DESC, doorDevices.id`,
  ).all()
}

/**
 * Ends a phone: at its next contact it is told to wipe its list, and until then its sessions reach nothing else. False when there is
 * none with this id, or it was ended before.
 */
export function endDevice(db: Db, id: string, at: string): boolean {
  const isEnded = prepared(db, 'UPDATE doorDevices SET endedAt = ? WHERE id = ? AND endedAt IS NULL').run(at, id).changes === 1
  if (isEnded)
    prepared(
      db,
      'UPDATE sessions SET isEnded = 1 WHERE doorDevice = @id OR id = (SELECT sessionId FROM doorDevices WHERE id = @id)',
    ).run({ id })
  return isEnded
}
