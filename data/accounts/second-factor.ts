import type { Db } from '../db/db.ts'
import { countRows, inTransaction, prepared, readValue, readValues } from '../db/prepared.ts'
import { hashOf, idOfHash } from '../hash-of.ts'
import { endSessions } from './sessions.ts'

type Totp = { secret: Buffer; usedStep: number }

/** `secret` must be encrypted. Returns false if the user already has a confirmed secret. */
export function beginTotp(db: Db, userId: string, secret: Buffer): boolean {
  const { changes } = prepared(
    db,
    `INSERT INTO totp (userId, secret) VALUES (?, ?)
     ON CONFLICT (userId) DO UPDATE SET secret = excluded.secret, usedStep = 0 WHERE isConfirmed = 0`,
  ).run(userId, secret)
  return changes === 1
}

export function findTotp(db: Db, userId: string, isConfirmed: boolean): Totp | null {
  const ofUser = 'SELECT secret, usedStep FROM totp WHERE userId = ? AND isConfirmed = ?'
  return prepared<Totp>(db, ofUser).get(userId, Number(isConfirmed)) ?? null
}

/** Returns false if a code of this or a later time step was already used. */
export function takeTotpStep(db: Db, userId: string, step: number): boolean {
  return (
    prepared(db, 'UPDATE totp SET usedStep = @step WHERE userId = @userId AND usedStep < @step').run({ userId, step }).changes ===
    1
  )
}

export function confirmTotp(db: Db, userId: string): void {
  prepared(db, 'UPDATE totp SET isConfirmed = 1 WHERE userId = ?').run(userId)
}

export function replaceRecoveryCodes(db: Db, userId: string, codes: readonly string[]): void {
  inTransaction(db, () => {
    prepared(db, 'DELETE FROM recoveryCodes WHERE userId = ?').run(userId)
    for (const code of codes) prepared(db, 'INSERT INTO recoveryCodes (userId, hash) VALUES (?, ?)').run(userId, hashOf(code))
  })
}

export function recoveryCodeIds(db: Db, userId: string): string[] {
  return readValues<string>(db, 'SELECT hash FROM recoveryCodes WHERE userId = ?', userId).map(idOfHash)
}

export const recoveryCodeId = (code: string): string => idOfHash(hashOf(code))

export function takeRecoveryCode(db: Db, userId: string, code: string): boolean {
  return prepared(db, 'DELETE FROM recoveryCodes WHERE userId = ? AND hash = ?').run(userId, hashOf(code)).changes === 1
}

export function countRecoveryCodes(db: Db, userId: string): number {
  return countRows(db, 'SELECT count(*) FROM recoveryCodes WHERE userId = ?', userId)
}

export function removeTotp(db: Db, userId: string): boolean {
  return inTransaction(db, () => {
    prepared(db, 'DELETE FROM recoveryCodes WHERE userId = ?').run(userId)
    return prepared(db, 'DELETE FROM totp WHERE userId = ?').run(userId).changes === 1
  })
}

type Passkey = { id: string; name: string; createdAt: string; usedAt: string | null }

/** `asksWho` is 1 after the passkey has verified its owner, for example by fingerprint. Only then is the passkey a second factor. */
export type StoredPasskey = Passkey & { userId: string; publicKey: Buffer; counter: number; transports: string; asksWho: number }

export function listPasskeys(db: Db, userId: string): Passkey[] {
  const ofUser = 'SELECT id, name, createdAt, usedAt FROM passkeys WHERE userId = ? ORDER BY createdAt, id'
  return prepared<Passkey>(db, ofUser).all(userId)
}

export function findPasskey(db: Db, id: string): StoredPasskey | null {
  return prepared<StoredPasskey>(db, 'SELECT * FROM passkeys WHERE id = ?').get(id) ?? null
}

export function addPasskey(db: Db, passkey: Omit<StoredPasskey, 'usedAt'>): boolean {
  return (
    prepared(
      db,
      `INSERT INTO passkeys (id, userId, name, publicKey, counter, transports, createdAt, asksWho)
       VALUES (@id, @userId, @name, @publicKey, @counter, @transports, @createdAt, @asksWho) ON CONFLICT DO NOTHING`,
    ).run(passkey).changes === 1
  )
}

export function recordPasskeyUse(db: Db, id: string, counter: number, at: string, isVerified: boolean): void {
  const update = 'UPDATE passkeys SET counter = ?, usedAt = ?, asksWho = max(asksWho, ?) WHERE id = ?'
  prepared(db, update).run(counter, at, Number(isVerified), id)
}

export function renamePasskey(db: Db, userId: string, id: string, name: string): boolean {
  return prepared(db, 'UPDATE passkeys SET name = ? WHERE id = ? AND userId = ?').run(name, id, userId).changes === 1
}

export function removePasskey(db: Db, userId: string, id: string): boolean {
  return prepared(db, 'DELETE FROM passkeys WHERE id = ? AND userId = ?').run(id, userId).changes === 1
}

export function removeSecondFactors(db: Db, userId: string): void {
  inTransaction(db, () => {
    removeTotp(db, userId)
    prepared(db, 'DELETE FROM passkeys WHERE userId = ?').run(userId)
    endSessions(db, userId)
  })
}

export function isSecondFactorRequired(db: Db): boolean {
  return readValue(db, 'SELECT requireSecondFactor FROM security') === 1
}

export function requireSecondFactor(db: Db, isRequired: boolean): void {
  prepared(db, 'INSERT OR REPLACE INTO security (id, requireSecondFactor) VALUES (1, ?)').run(Number(isRequired))
}
