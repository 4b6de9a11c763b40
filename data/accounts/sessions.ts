/** The sessions of a user, as they see them. What makes and checks them is `api/accounts/sessions.ts`. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { hashOf } from '../hash-of.ts'

/** Times are ISO 8601 in UTC; `device` may be empty, of sessions of earlier versions. */
type OwnSession = { id: string; device: string; createdAt: string; lastUsedAt: string }

/** The sessions of a user that have not ended at `now` (Unix milliseconds), the one used last first. */
export function listSessions(db: Db, userId: string, now: number): OwnSession[] {
  const rows = prepared<{ id: string; device: string; created_at: number; usedAt: string | null }>(
    db,
    'SELECT id, device, created_at, usedAt FROM sessions WHERE user_id = ? AND expires_at > ? AND isEnded = 0',
  ).all(userId, Math.floor(now / 1000))
  return rows
    .map(({ id, device, created_at, usedAt }) => {
      const createdAt = new Date(created_at * 1000).toISOString()
      return { id, device, createdAt, lastUsedAt: usedAt ?? createdAt }
    })
    .toSorted((one, other) => other.lastUsedAt.localeCompare(one.lastUsedAt))
}

/** Moves the end of a session that is in use at the instant `at` (ISO 8601 in UTC), and notes that its user was here. */
export function prolongSession(db: Db, id: string, end: Date, at: string): void {
  db.transaction(() => {
    prepared(db, 'UPDATE sessions SET expires_at = ?, usedAt = ? WHERE id = ?').run(Math.floor(end.getTime() / 1000), at, id)
    prepared(db, 'UPDATE users SET lastSeenAt = ? WHERE id = (SELECT user_id FROM sessions WHERE id = ?)').run(at, id)
  }).immediate()
}

/** Notes that who has this session has just shown a second factor. */
export function strengthenSession(db: Db, id: string): void {
  prepared(db, 'UPDATE sessions SET isStrong = 1 WHERE id = ?').run(id)
}

/** Ends a session of a user; false where they have no such one. */
export function endSession(db: Db, userId: string, id: string): boolean {
  return prepared(db, 'DELETE FROM sessions WHERE id = ? AND user_id = ?').run(id, userId).changes === 1
}

/** Ends all sessions of a user, but for one that is `kept`, and returns how many. */
export function endSessions(db: Db, userId: string, kept = ''): number {
  return prepared(db, 'DELETE FROM sessions WHERE user_id = ? AND id <> ?').run(userId, kept).changes
}

/** More than anybody's devices: without a bound whoever has an account could fill the disk by signing in. */
const mostSessions = 50

/** Ends the oldest sessions of a user, but for the newest fifty. */
export function endOldSessions(db: Db, userId: string): void {
  prepared(
    db,
    `DELETE FROM sessions WHERE user_id = @userId AND rowid NOT IN
       (SELECT rowid FROM sessions WHERE user_id = @userId ORDER BY rowid DESC LIMIT ${mostSessions})`,
  ).run({ userId })
}

/** Browsers that are remembered of each user. */
const keptDevices = 20

/**
 * Notes that a user signs in with a browser, known by a token of its own, at the instant `at` (ISO 8601 in UTC); true when they have
 * signed in before, and never with this one.
 */
export function isNewDevice(db: Db, userId: string, token: string, at: string): boolean {
  const hash = hashOf(token)
  return db
    .transaction(() => {
      const known = prepared<{ hash: string }>(db, 'SELECT hash FROM devices WHERE userId = ?').all(userId)
      prepared(
        db,
        'INSERT INTO devices (userId, hash, seenAt) VALUES (?, ?, ?) ON CONFLICT (userId, hash) DO UPDATE SET seenAt = excluded.seenAt',
      ).run(userId, hash, at)
      prepared(
        db,
        `DELETE FROM devices WHERE userId = @userId AND hash NOT IN
           (SELECT hash FROM devices WHERE userId = @userId ORDER BY seenAt DESC LIMIT ${keptDevices})`,
      ).run({ userId })
      return known.length > 0 && !known.some((device) => device.hash === hash)
    })
    .immediate()
}
