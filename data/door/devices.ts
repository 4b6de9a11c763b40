import type { Db } from '../db/db.ts'
import { countRows, insertRow, prepared, readValue } from '../db/prepared.ts'
import { limits } from '../limits.ts'
import { daysAfter } from '../time.ts'
import type { DoorDevice } from './schema.ts'

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

/** Returns 'ended' if the phone must delete its list. */
export function recordListHolder(db: Db, contact: Contact): 'new' | 'known' | 'ended' | 'too-many' {
  const contactResult = recordContact(db, contact)
  if (contactResult !== 'unknown') return contactResult
  const { id, name, model, userId, sessionId, at, unsent = 0 } = contact
  const phones = 'SELECT count(*) FROM doorDevices WHERE userId = ? AND seenAt > ? AND endedAt IS NULL'
  if (countRows(db, phones, userId, daysAfter(at, -1)) >= limits.door.phones) return 'too-many'
  insertRow(db, 'doorDevices', { id, name: name || model, userId, sessionId, sinceAt: at, seenAt: at, unsent })
  noteSession(db, contact)
  const oldPhones = 'DELETE FROM doorDevices WHERE seenAt < ? AND (endedAt IS NULL OR toldAt IS NOT NULL)'
  prepared(db, oldPhones).run(daysAfter(at, -keptDays))
  return 'new'
}

export function recordContact(db: Db, contact: Contact): 'unknown' | 'known' | 'ended' {
  const { id, name, userId, sessionId, at, unsent = null } = contact
  const endedAt = readValue<string | null>(
    db,
    `UPDATE doorDevices SET name = coalesce(nullif(@name, ''), name), userId = @userId, sessionId = @sessionId, seenAt = @at, unsent = coalesce(@unsent, unsent),
       toldAt = iif(endedAt IS NULL, NULL, coalesce(toldAt, @at)) WHERE id = @id RETURNING endedAt`,
    { id, name, userId, sessionId, at, unsent },
  )
  if (endedAt === undefined) return 'unknown'
  noteSession(db, contact)
  return endedAt === null ? 'known' : 'ended'
}

/** Stores only a session's first phone, so that a removed phone cannot continue with a new device id. */
function noteSession(db: Db, { id, sessionId }: Contact): void {
  prepared(db, 'UPDATE sessions SET doorDevice = ? WHERE id = ? AND doorDevice IS NULL').run(id, sessionId)
}

export function countSent(db: Db, id: string, events: number): void {
  if (events > 0) prepared(db, 'UPDATE doorDevices SET sent = sent + ? WHERE id = ?').run(events, id)
}

export function listDevices(db: Db): DoorDevice[] {
  return prepared<DoorDevice>(
    db,
    `SELECT doorDevices.id, doorDevices.name, users.name AS userName, sinceAt, seenAt AS lastSeenAt, unsent, sent, endedAt, toldAt,
       doorDrops.at AS droppedAt
     FROM doorDevices LEFT JOIN users ON users.id = doorDevices.userId LEFT JOIN doorDrops ON doorDrops.device = doorDevices.id
     ORDER BY seenAt DESC, doorDevices.id`,
  ).all()
}

export function endDevice(db: Db, id: string, at: string): boolean {
  const isEnded = prepared(db, 'UPDATE doorDevices SET endedAt = ? WHERE id = ? AND endedAt IS NULL').run(at, id).changes === 1
  if (isEnded)
    prepared(
      db,
      'UPDATE sessions SET isEnded = 1 WHERE doorDevice = @id OR id = (SELECT sessionId FROM doorDevices WHERE id = @id)',
    ).run({ id })
  return isEnded
}
