import { randomBytes } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { insertRow, inTransaction, prepared, readValue } from '../db/prepared.ts'
import { hashOf } from '../hash-of.ts'
import { latestAt, linkSpansMs } from '../instants.ts'
import type { User } from './schema.ts'
import { findUser, updateUser } from './users.ts'

export type LinkKind = Exclude<keyof typeof linkSpansMs, 'email'>

const newToken = () => randomBytes(32).toString('base64url')
const endOf = (kind: keyof typeof linkSpansMs, at: string) => new Date(Date.parse(at) + linkSpansMs[kind]).toISOString()

export function createLink(db: Db, kind: LinkKind, userId: string, at: string): string {
  const token = newToken()
  inTransaction(db, () => {
    prepared(db, 'DELETE FROM accountLinks WHERE expiresAt <= ?').run(at)
    insertRow(db, 'accountLinks', { hash: hashOf(token), kind, userId, createdAt: at, expiresAt: endOf(kind, at) })
  })
  return token
}

export function userOfLink(db: Db, token: string, at: string): User | null {
  const owner = 'SELECT userId FROM accountLinks WHERE hash = ? AND expiresAt > ? AND createdAt <= ?'
  const userId = readValue<string>(db, owner, hashOf(token), at, latestAt(at))
  const user = userId ? findUser(db, userId) : null
  return user?.isActive ? user : null
}

/** Sets the password and ends the user's sessions and links. Returns null if the link is not valid. */
export function useLink(db: Db, token: string, passwordHash: string, at: string): User | null {
  return inTransaction(db, () => {
    const user = userOfLink(db, token, at)
    if (!user) return null
    const updatedUser = updateUser(db, user.id, { passwordHash }, at)
    return typeof updatedUser === 'string' ? null : updatedUser
  })
}

export function createEmailChange(db: Db, userId: string, email: string, at: string): string {
  const token = newToken()
  const insert = 'INSERT OR REPLACE INTO emailChanges (userId, hash, email, expiresAt) VALUES (?, ?, ?, ?)'
  prepared(db, insert).run(userId, hashOf(token), email, endOf('email', at))
  return token
}

export function findEmailChange(db: Db, token: string, at: string): { user: User; email: string } | null {
  const row = prepared<{ userId: string; email: string }>(
    db,
    'SELECT userId, email FROM emailChanges WHERE hash = ? AND expiresAt > ? AND expiresAt <= ?',
  ).get(hashOf(token), at, endOf('email', latestAt(at)))
  const user = row ? findUser(db, row.userId) : null
  return row && user?.isActive ? { user, email: row.email } : null
}

export function useEmailChange(db: Db, token: string, at: string): User | 'taken' | null {
  return inTransaction(db, () => {
    const change = findEmailChange(db, token, at)
    if (!change) return null
    const updatedUser = updateUser(db, change.user.id, { email: change.email }, at)
    if (typeof updatedUser === 'string') return updatedUser === 'taken' ? 'taken' : null
    prepared(db, 'DELETE FROM emailChanges WHERE userId = ?').run(updatedUser.id)
    return updatedUser
  })
}
