import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import type { Role, User } from './schema.ts'

type Row = Omit<User, 'isActive'> & { isActive: number }

/** A user's fields as stored: the password already hashed. */
export type UserFields = { name: string; email: string; passwordHash: string; role: Role; isActive: boolean }

const columns = 'id, name, email, role, isActive, createdAt, updatedAt, lastLoginAt'

/** All users, oldest first. */
export function listUsers(db: Db): User[] {
  return db.prepare<[], Row>(`SELECT ${columns} FROM users ORDER BY createdAt, id`).all().map(fromRow)
}

/** How many users there are, inactive ones among them. */
export function countUsers(db: Db): number {
  return db.prepare<[], number>('SELECT count(*) FROM users').pluck().get() ?? 0
}

/** The user with this id, or null. */
export function findUser(db: Db, id: string): User | null {
  const row = db.prepare<[string], Row>(`SELECT ${columns} FROM users WHERE id = ?`).get(id)
  return row ? fromRow(row) : null
}

/** The user with this e-mail, in any case, with its password's hash; or null. */
export function findCredentials(db: Db, email: string): (User & { passwordHash: string }) | null {
  const row = db
    .prepare<[string], Row & { passwordHash: string }>(`SELECT ${columns}, passwordHash FROM users WHERE emailKey = ?`)
    .get(email.toLowerCase())
  return row ? { ...fromRow(row), passwordHash: row.passwordHash } : null
}

/** Adds a user at the instant `at` (ISO 8601 in UTC). Null when the e-mail, in any case, is taken. */
export function createUser(db: Db, { name, email, passwordHash, role, isActive }: UserFields, at: string): User | null {
  const row = db
    .prepare<unknown[], Row>(
      `INSERT INTO users (id, name, email, emailKey, passwordHash, role, isActive, createdAt, updatedAt)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (emailKey) DO NOTHING RETURNING ${columns}`,
    )
    .get(randomUUID(), name, email, email.toLowerCase(), passwordHash, role, Number(isActive), at, at)
  return row ? fromRow(row) : null
}

/**
 * Changes some fields of a user. A new password or deactivation ends the user's sessions. 'taken' when the e-mail
 * belongs to another, 'last-admin' when no active administrator would remain.
 */
export function updateUser(
  db: Db,
  id: string,
  change: Partial<UserFields>,
  at: string,
): User | 'missing' | 'taken' | 'last-admin' {
  return db
    .transaction(() => {
      const current = findUser(db, id)
      if (!current) return 'missing'
      const next = { ...current, ...change }
      if (isActiveAdmin(current) && !isActiveAdmin(next) && countActiveAdmins(db) === 1) return 'last-admin'
      const owner = findCredentials(db, next.email)
      if (owner && owner.id !== id) return 'taken'
      db.prepare('UPDATE users SET name = ?, email = ?, emailKey = ?, role = ?, isActive = ?, updatedAt = ? WHERE id = ?').run(
        next.name,
        next.email,
        next.email.toLowerCase(),
        next.role,
        Number(next.isActive),
        at,
        id,
      )
      if (change.passwordHash) db.prepare('UPDATE users SET passwordHash = ? WHERE id = ?').run(change.passwordHash, id)
      if (change.passwordHash || !next.isActive) db.prepare('DELETE FROM sessions WHERE user_id = ?').run(id)
      return findUser(db, id) ?? 'missing'
    })
    .immediate()
}

/** Deletes a user and its sessions, unless it is the last active administrator. */
export function deleteUser(db: Db, id: string): 'deleted' | 'missing' | 'last-admin' {
  return db
    .transaction(() => {
      const current = findUser(db, id)
      if (!current) return 'missing'
      if (isActiveAdmin(current) && countActiveAdmins(db) === 1) return 'last-admin'
      db.prepare('DELETE FROM users WHERE id = ?').run(id)
      return 'deleted'
    })
    .immediate()
}

/** Stores that a user signed in at the instant `at` (ISO 8601 in UTC). */
export function touchLogin(db: Db, id: string, at: string): void {
  db.prepare('UPDATE users SET lastLoginAt = ? WHERE id = ?').run(at, id)
}

const isActiveAdmin = (user: Pick<User, 'role' | 'isActive'>) => user.role === 'admin' && user.isActive

function countActiveAdmins(db: Db): number {
  return db.prepare<[], number>("SELECT count(*) FROM users WHERE role = 'admin' AND isActive = 1").pluck().get() ?? 0
}

function fromRow(row: Row): User {
  const { id, name, email, role, isActive, createdAt, updatedAt, lastLoginAt } = row
  return { id, name, email, role, isActive: isActive === 1, createdAt, updatedAt, lastLoginAt }
}
