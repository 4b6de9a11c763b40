/** The phones that hold the list. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { daysAfter } from '../time.ts'
import type { DoorDevice } from './schema.ts'

/** What a phone says of itself at a contact; `unsent` is how many events it has still to send, where it says so. */
type Contact = { id: string; name: string; userId: string; at: string; unsent?: number | undefined }

const keptDays = 30

/** Phones of which we keep a note: those seen last. Ids are the phones' own, and cost nothing to make up. */
const mostDevices = 500

/** Notes that a phone takes the list. 'new' for one that was not known, 'ended' for one that has to wipe it, which is noted as told. */
export function noteHolder(db: Db, contact: Contact): 'new' | 'known' | 'ended' {
  const met = noteContact(db, contact)
  if (met !== 'unknown') return met
  const { id, name, userId, at, unsent = 0 } = contact
  prepared(db, 'INSERT INTO doorDevices (id, name, userId, sinceAt, seenAt, unsent) VALUES (?, ?, ?, ?, ?, ?)').run(
    ...[id, name, userId, at, at, unsent],
  )
  prepared(
    db,
    `DELETE FROM doorDevices WHERE seenAt < ? OR id IN (SELECT id FROM doorDevices ORDER BY seenAt DESC LIMIT -1 OFFSET ${mostDevices})`,
  ).run(daysAfter(at, -keptDays))
  return 'new'
}

/** The same of one that sends something: 'unknown' where it holds no list. */
export function noteContact(db: Db, { id, name, userId, at, unsent }: Contact): 'unknown' | 'known' | 'ended' {
  const known = prepared<{ endedAt: string | null }>(
    db,
    `UPDATE doorDevices SET name = @name, userId = @userId, seenAt = @at, unsent = coalesce(@unsent, unsent),
       toldAt = iif(endedAt IS NULL, NULL, coalesce(toldAt, @at)) WHERE id = @id RETURNING endedAt`,
  ).get({ id, name, userId, at, unsent: unsent ?? null })
  if (!known) return 'unknown'
  return known.endedAt === null ? 'known' : 'ended'
}

/** The phones that hold the list or held it within 30 days, those seen last first. */
export function listDevices(db: Db): DoorDevice[] {
  return prepared<DoorDevice>(
    db,
    `SELECT doorDevices.id, doorDevices.name, users.name AS userName, sinceAt, seenAt AS lastSeenAt, unsent, endedAt, toldAt
     FROM doorDevices LEFT JOIN users ON users.id = userId ORDER BY seenAt DESC, doorDevices.id`,
  ).all()
}

/** Ends a phone: at its next contact it is told to wipe its list. False when there is none with this id, or it was ended before. */
export function endDevice(db: Db, id: string, at: string): boolean {
  return prepared(db, 'UPDATE doorDevices SET endedAt = ? WHERE id = ? AND endedAt IS NULL').run(at, id).changes === 1
}
