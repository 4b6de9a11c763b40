import type { Db } from '../db/db.ts'
import { inTransaction, prepared, readValues } from '../db/prepared.ts'
import { hashOf } from '../hash-of.ts'

type OwnSession = { id: string; device: string; createdAt: string; lastUsedAt: string }

/** `now` is in Unix milliseconds. */
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
    .toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt))
}

export function prolongSession(db: Db, id: string, end: Date, at: string): void {
  inTransaction(db, () => {
    prepared(db, 'UPDATE sessions SET expires_at = ?, usedAt = ? WHERE id = ?').run(Math.floor(end.getTime() / 1000), at, id)
    prepared(db, 'UPDATE users SET lastSeenAt = ? WHERE id = (SELECT user_id FROM sessions WHERE id = ?)').run(at, id)
  })
}

export function markSessionStrong(db: Db, id: string): void {
  prepared(db, 'UPDATE sessions SET isStrong = 1 WHERE id = ?').run(id)
}

export function endSession(db: Db, userId: string, id: string): boolean {
  return prepared(db, 'DELETE FROM sessions WHERE id = ? AND user_id = ?').run(id, userId).changes === 1
}

export function endSessions(db: Db, userId: string, exceptId = ''): number {
  return prepared(db, 'DELETE FROM sessions WHERE user_id = ? AND id <> ?').run(userId, exceptId).changes
}

/** Maximum per user, so that repeated sign-ins do not fill the disk. */
const maxSessionCount = 50

export function endOldSessions(db: Db, userId: string): void {
  prepared(
    db,
    `DELETE FROM sessions WHERE user_id = @userId AND rowid NOT IN
       (SELECT rowid FROM sessions WHERE user_id = @userId ORDER BY rowid DESC LIMIT ${maxSessionCount})`,
  ).run({ userId })
}

const keptDeviceCount = 20

/** Records the browser. The browser of the user's first sign-in does not count as new. */
export function isNewDevice(db: Db, userId: string, token: string, at: string): boolean {
  const hash = hashOf(token)
  return inTransaction(db, () => {
    const knownDevices = readValues<string>(db, 'SELECT hash FROM devices WHERE userId = ?', userId)
    prepared(
      db,
      'INSERT INTO devices (userId, hash, seenAt) VALUES (?, ?, ?) ON CONFLICT (userId, hash) DO UPDATE SET seenAt = excluded.seenAt',
    ).run(userId, hash, at)
    prepared(
      db,
      `DELETE FROM devices WHERE userId = @userId AND hash NOT IN
           (SELECT hash FROM devices WHERE userId = @userId ORDER BY seenAt DESC LIMIT ${keptDeviceCount})`,
    ).run({ userId })
    return knownDevices.length > 0 && !knownDevices.includes(hash)
  })
}

export function deleteExpiredCounters(db: Db, now: number): void {
  prepared(db, 'DELETE FROM limits WHERE expire <= ?').run(now)
}
