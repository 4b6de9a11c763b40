import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import type { Caller, Role, User } from './schema.ts'
import { endSessions } from './sessions.ts'

type Flag = 'isActive' | 'isInvited' | 'hasSecondFactor'
type Row = Omit<User, Flag> & Record<Flag, number>

/** A user's fields as stored: the password already hashed; empty for who was invited and has not chosen one. */
export type UserFields = { name: string; email: string; passwordHash: string; role: Role; isActive: boolean }

/** What changes of a user: any of these, and what they show of themselves. */
type UserChanges = Partial<UserFields & { picture: string }>

const columns = `id, name, email, picture, role, isActive, passwordHash = '' AS isInvited, createdAt, updatedAt, lastLoginAt,
  coalesce(lastSeenAt, lastLoginAt) AS lastSeenAt,
  (EXISTS (SELECT 1 FROM totp WHERE userId = users.id AND isConfirmed = 1)
    OR EXISTS (SELECT 1 FROM passkeys WHERE userId = users.id AND asksWho = 1)) AS hasSecondFactor`

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
  const row = prepared<Row>(db, `SELECT ${columns} FROM users WHERE id = ?`).get(id)
  return row ? fromRow(row) : null
}

/**
 * What has become of a caller since their call began: 'gone' when their session ended or they were made inactive, 'demoted' when
 * they may less now than then; null when they may what they might.
 */
export function lostRights(
  db: Db,
  { id, role, sessionId, isEnded }: Pick<Caller, 'id' | 'role' | 'sessionId' | 'isEnded'>,
): 'gone' | 'demoted' | null {
  const now = prepared<{ role: Role }>(
    db,
    `SELECT role FROM users JOIN sessions ON sessions.user_id = users.id WHERE users.id = ? AND sessions.id = ? AND isActive = 1
       AND isEnded <= ?`,
  ).get(id, sessionId, Number(isEnded === true))
  if (!now) return 'gone'
  return rank[now.role] < rank[role] ? 'demoted' : null
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
 * Changes some fields of a user. A new password or deactivation ends the user's sessions and links, another e-mail the links.
 * 'taken' when the e-mail belongs to another, 'last-admin' when no active administrator would remain.
 */
export function updateUser(db: Db, id: string, change: UserChanges, at: string): User | 'missing' | 'taken' | 'last-admin' {
  return db
    .transaction(() => {
      const current = findUser(db, id)
      if (!current) return 'missing'
      const next = { ...current, ...change }
      if (leavesNoAdmin(db, id, change)) return 'last-admin'
      const owner = findCredentials(db, next.email)
      if (owner && owner.id !== id) return 'taken'
      db.prepare(
        `UPDATE users SET name = @name, email = @email, emailKey = @emailKey, picture = @picture, role = @role, isActive = @isActive,
           updatedAt = @at WHERE id = @id`,
      ).run({ ...next, emailKey: next.email.toLowerCase(), isActive: Number(next.isActive), at, id })
      if (change.passwordHash) db.prepare('UPDATE users SET passwordHash = ? WHERE id = ?').run(change.passwordHash, id)
      const isShut = change.passwordHash || !next.isActive
      if (isShut) endSessions(db, id)
      // A link is in the hands of whoever reads the address that it went to.
      if (isShut || next.email.toLowerCase() !== current.email.toLowerCase())
        for (const links of ['accountLinks', 'emailChanges']) db.prepare(`DELETE FROM ${links} WHERE userId = ?`).run(id)
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

/**
 * Stores that a user signed in at the instant `at` (ISO 8601 in UTC). False, with nothing stored, when they were made inactive or
 * their password is not any more the one whose hash this is.
 */
export function touchLogin(db: Db, { id, passwordHash }: { id: string; passwordHash: string }, at: string): boolean {
  const update = db.prepare('UPDATE users SET lastLoginAt = ?, lastSeenAt = ? WHERE id = ? AND passwordHash = ? AND isActive = 1')
  return update.run(at, at, id, passwordHash).changes === 1
}

/** Who may more has more. */
const rank: Record<Role, number> = { door: 0, user: 1, admin: 2 }

/** Whether no administrator who can sign in would remain after a change of a user. */
export function leavesNoAdmin(db: Db, id: string, change: UserChanges): boolean {
  const current = findUser(db, id)
  return current !== null && isActiveAdmin(current) && !isActiveAdmin({ ...current, ...change }) && countActiveAdmins(db) === 1
}

/** Who was invited has no password yet, and cannot help anybody. */
const isActiveAdmin = ({ role, isActive, isInvited }: User) => role === 'admin' && isActive && !isInvited

function countActiveAdmins(db: Db): number {
  const ready = "role = 'admin' AND isActive = 1 AND passwordHash <> ''"
  return db.prepare<[], number>(`SELECT count(*) FROM users WHERE ${ready}`).pluck().get() ?? 0
}

function fromRow(row: Row): User {
  const { isActive, isInvited, hasSecondFactor } = row
  return { ...row, isActive: isActive === 1, isInvited: isInvited === 1, hasSecondFactor: hasSecondFactor === 1 }
}
