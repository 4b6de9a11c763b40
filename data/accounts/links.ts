import { randomBytes } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { hashOf } from '../hash-of.ts'
import { latestAt, linkSpansMs } from '../instants.ts'
import type { User } from './schema.ts'
import { findUser, updateUser } from './users.ts'

export type LinkKind = Exclude<keyof typeof linkSpansMs, 'email'>

const newToken = () => randomBytes(32).toString('base64url')
const endOf = (kind: keyof typeof linkSpansMs, at: string) => new Date(Date.parse(at) + linkSpansMs[kind]).toISOString()

/** Creates a link at `at` (ISO 8601 in UTC). Returns its token, stored only as a hash. */
export function createLink(db: Db, kind: LinkKind, userId: string, at: string): string {
  const token = newToken()
  db.transaction(() => {
    prepared(db, 'DELETE FROM accountLinks WHERE expiresAt <= ?').run(at)
    prepared(db, 'INSERT INTO accountLinks (hash, kind, userId, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)').run(
      hashOf(token),
      kind,
      userId,
      at,
      endOf(kind, at),
    )
  }).immediate()
  return token
}

/** Returns the user of a valid link, or null. */
export function userOfLink(db: Db, token: string, at: string): User | null {
  const row = prepared<{ userId: string }>(
    db,
    'SELECT userId FROM accountLinks WHERE hash = ? AND expiresAt > ? AND createdAt <= ?',
  ).get(hashOf(token), at, latestAt(at))
  const user = row ? findUser(db, row.userId) : null
  return user?.isActive ? user : null
}

/** Sets the password and ends all sessions and links. Null if the link is invalid. */
export function useLink(db: Db, token: string, passwordHash: string, at: string): User | null {
  return db
    .transaction(() => {
      const user = userOfLink(db, token, at)
      if (!user) return null
      const changed = updateUser(db, user.id, { passwordHash }, at)
      return typeof changed === 'string' ? null : changed
    })
    .immediate()
}

/** Stores the requested e-mail and returns the token of the confirmation link. */
export function createEmailChange(db: Db, userId: string, email: string, at: string): string {
  const token = newToken()
  prepared(db, 'INSERT OR REPLACE INTO emailChanges (userId, hash, email, expiresAt) VALUES (?, ?, ?, ?)').run(
    userId,
    hashOf(token),
    email,
    endOf('email', at),
  )
  return token
}

/** Returns the user and e-mail of a valid confirmation link, or null. */
export function findEmailChange(db: Db, token: string, at: string): { user: User; email: string } | null {
  const row = prepared<{ userId: string; email: string }>(
    db,
    'SELECT userId, email FROM emailChanges WHERE hash = ? AND expiresAt > ? AND expiresAt <= ?',
  ).get(hashOf(token), at, endOf('email', latestAt(at)))
  const user = row ? findUser(db, row.userId) : null
  return row && user?.isActive ? { user, email: row.email } : null
}

/** Sets the confirmed e-mail. Null if the link is invalid, 'taken' if the e-mail exists. */
export function useEmailChange(db: Db, token: string, at: string): User | 'taken' | null {
  return db
    .transaction(() => {
      const change = findEmailChange(db, token, at)
      if (!change) return null
      const changed = updateUser(db, change.user.id, { email: change.email }, at)
      if (typeof changed === 'string') return changed === 'taken' ? 'taken' : null
      prepared(db, 'DELETE FROM emailChanges WHERE userId = ?').run(changed.id)
      return changed
    })
    .immediate()
}
