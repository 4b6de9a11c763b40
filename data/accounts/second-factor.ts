/** What people prove themselves with besides a password: codes of an app, recovery codes, passkeys. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { hashOf, idOfHash } from '../hash-of.ts'
import { endSessions } from './sessions.ts'

type Totp = { secret: Buffer; usedStep: number }

/** Keeps a secret (encrypted) that its owner has not confirmed yet, in place of another one; false where one is in use. */
export function beginTotp(db: Db, userId: string, secret: Buffer): boolean {
  const { changes } = prepared(
    db,
    `INSERT INTO totp (userId, secret) VALUES (?, ?)
     ON CONFLICT (userId) DO UPDATE SET secret = excluded.secret, usedStep = 0 WHERE isConfirmed = 0`,
  ).run(userId, secret)
  return changes === 1
}

/** The secret (encrypted) that is in use, or the one that waits to be confirmed; null where there is none. */
export function findTotp(db: Db, userId: string, isConfirmed: boolean): Totp | null {
  return (
    prepared<Totp>(db, 'SELECT secret, usedStep FROM totp WHERE userId = ? AND isConfirmed = ?').get(
      userId,
      Number(isConfirmed),
    ) ?? null
  )
}

/** Notes that the code of a step of 30 seconds was used; false where it, or a later one, was already. */
export function takeStep(db: Db, userId: string, step: number): boolean {
  return (
    prepared(db, 'UPDATE totp SET usedStep = @step WHERE userId = @userId AND usedStep < @step').run({ userId, step }).changes ===
    1
  )
}

/** Puts the secret that waits into use. */
export function confirmTotp(db: Db, userId: string): void {
  prepared(db, 'UPDATE totp SET isConfirmed = 1 WHERE userId = ?').run(userId)
}

/** Gives a user these recovery codes in place of earlier ones. */
export function replaceRecoveryCodes(db: Db, userId: string, codes: readonly string[]): void {
  db.transaction(() => {
    prepared(db, 'DELETE FROM recoveryCodes WHERE userId = ?').run(userId)
    for (const code of codes) prepared(db, 'INSERT INTO recoveryCodes (userId, hash) VALUES (?, ?)').run(userId, hashOf(code))
  }).immediate()
}

/** Names of the recovery codes that a user has, by which files outside the database know them. */
export function recoveryCodeIds(db: Db, userId: string): string[] {
  const rows = prepared<{ hash: string }>(db, 'SELECT hash FROM recoveryCodes WHERE userId = ?').all(userId)
  return rows.map(({ hash }) => idOfHash(hash))
}

/** The name of a recovery code as somebody typed it. */
export const recoveryCodeId = (code: string): string => idOfHash(hashOf(code))

/** Uses a recovery code up; false where it is none, or was used. */
export function takeRecoveryCode(db: Db, userId: string, code: string): boolean {
  return prepared(db, 'DELETE FROM recoveryCodes WHERE userId = ? AND hash = ?').run(userId, hashOf(code)).changes === 1
}

/** How many recovery codes are left. */
export function countRecoveryCodes(db: Db, userId: string): number {
  return prepared<{ count: number }>(db, 'SELECT count(*) AS count FROM recoveryCodes WHERE userId = ?').get(userId)?.count ?? 0
}

/** Takes the app's codes and the recovery codes away; false where there were none. */
export function removeTotp(db: Db, userId: string): boolean {
  return db
    .transaction(() => {
      prepared(db, 'DELETE FROM recoveryCodes WHERE userId = ?').run(userId)
      return prepared(db, 'DELETE FROM totp WHERE userId = ?').run(userId).changes === 1
    })
    .immediate()
}

/** A passkey as its owner sees it; times are ISO 8601 in UTC. */
type Passkey = { id: string; name: string; createdAt: string; usedAt: string | null }

/** The same with what a sign-in is checked against; `asksWho` is 1 when it asked its owner who they are (by a finger, say), else 0. */
export type StoredPasskey = Passkey & { userId: string; publicKey: Buffer; counter: number; transports: string; asksWho: number }

/** The passkeys of a user, oldest first. */
export function listPasskeys(db: Db, userId: string): Passkey[] {
  return prepared<Passkey>(db, 'SELECT id, name, createdAt, usedAt FROM passkeys WHERE userId = ? ORDER BY createdAt, id').all(
    userId,
  )
}

/** The passkey with this id, or null. */
export function findPasskey(db: Db, id: string): StoredPasskey | null {
  return prepared<StoredPasskey>(db, 'SELECT * FROM passkeys WHERE id = ?').get(id) ?? null
}

/** Adds a passkey; false where its id is taken. */
export function addPasskey(db: Db, passkey: Omit<StoredPasskey, 'usedAt'>): boolean {
  return (
    prepared(
      db,
      `INSERT INTO passkeys (id, userId, name, publicKey, counter, transports, createdAt, asksWho)
       VALUES (@id, @userId, @name, @publicKey, @counter, @transports, @createdAt, @asksWho) ON CONFLICT DO NOTHING`,
    ).run(passkey).changes === 1
  )
}

/**
 * Notes a sign-in with a passkey at the instant `at` (ISO 8601 in UTC), how often it says it was used, and whether it asked its owner who
 * they are: one that has a PIN by now is a second factor from then on.
 */
export function notePasskey(db: Db, id: string, counter: number, at: string, isVerified: boolean): void {
  prepared(db, 'UPDATE passkeys SET counter = ?, usedAt = ?, asksWho = max(asksWho, ?) WHERE id = ?').run(
    counter,
    at,
    Number(isVerified),
    id,
  )
}

/** Gives a passkey of a user another name; false where they have no such one. */
export function renamePasskey(db: Db, userId: string, id: string, name: string): boolean {
  return prepared(db, 'UPDATE passkeys SET name = ? WHERE id = ? AND userId = ?').run(name, id, userId).changes === 1
}

/** Takes a passkey away; false where the user has no such one. */
export function removePasskey(db: Db, userId: string, id: string): boolean {
  return prepared(db, 'DELETE FROM passkeys WHERE id = ? AND userId = ?').run(id, userId).changes === 1
}

/** Takes all of somebody's second factors away and ends their sessions: the way back for who lost their phone. */
export function removeSecondFactors(db: Db, userId: string): void {
  db.transaction(() => {
    removeTotp(db, userId)
    prepared(db, 'DELETE FROM passkeys WHERE userId = ?').run(userId)
    endSessions(db, userId)
  }).immediate()
}

/** Whether everybody needs a second factor. */
export function isSecondFactorRequired(db: Db): boolean {
  return prepared<{ required: number }>(db, 'SELECT requireSecondFactor AS required FROM security').get()?.required === 1
}

/** Says whether everybody needs a second factor. */
export function requireSecondFactor(db: Db, isRequired: boolean): void {
  prepared(db, 'INSERT OR REPLACE INTO security (id, requireSecondFactor) VALUES (1, ?)').run(Number(isRequired))
}
