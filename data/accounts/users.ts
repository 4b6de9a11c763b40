import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { countRows, inTransaction, prepared, readValue } from '../db/prepared.ts'
import type { Caller, Role, User } from './schema.ts'
import { endSessions } from './sessions.ts'

type Flag = 'isActive' | 'isInvited' | 'hasSecondFactor'
type Row = Omit<User, Flag> & Record<Flag, number>

/** Invited users have an empty `passwordHash`. */
export type UserFields = { name: string; email: string; passwordHash: string; role: Role; isActive: boolean }

type UserChanges = Partial<UserFields & { picture: string }>

const columns = `id, name, email, picture, role, isActive, passwordHash = '' AS isInvited, createdAt, updatedAt, lastLoginAt,
  coalesce(lastSeenAt, lastLoginAt) AS lastSeenAt,
  (EXISTS (SELECT 1 FROM totp WHERE userId = users.id AND isConfirmed = 1)
    OR EXISTS (SELECT 1 FROM passkeys WHERE userId = users.id AND asksWho = 1)) AS hasSecondFactor`

export function listUsers(db: Db): User[] {
  return db.prepare<[], Row>(`SELECT ${columns} FROM users ORDER BY createdAt, id`).all().map(fromRow)
}

export function countUsers(db: Db): number {
  return countRows(db, 'SELECT count(*) FROM users')
}

export function findUser(db: Db, id: string): User | null {
  const row = prepared<Row>(db, `SELECT ${columns} FROM users WHERE id = ?`).get(id)
  return row ? fromRow(row) : null
}

/** Returns 'gone' if the session has ended or the user is inactive. */
export function lostRights(
  db: Db,
  { id, role, sessionId, isEnded }: Pick<Caller, 'id' | 'role' | 'sessionId' | 'isEnded'>,
): 'gone' | 'demoted' | null {
  const roleNow = readValue<Role>(
    db,
    `SELECT role FROM users JOIN sessions ON sessions.user_id = users.id WHERE users.id = ? AND sessions.id = ? AND isActive = 1
       AND isEnded <= ?`,
    id,
    sessionId,
    Number(isEnded === true),
  )
  if (!roleNow) return 'gone'
  return rank[roleNow] < rank[role] ? 'demoted' : null
}

export function findCredentials(db: Db, email: string): (User & { passwordHash: string }) | null {
  const row = db
    .prepare<[string], Row & { passwordHash: string }>(`SELECT ${columns}, passwordHash FROM users WHERE emailKey = ?`)
    .get(email.toLowerCase())
  return row ? { ...fromRow(row), passwordHash: row.passwordHash } : null
}

export function createUser(db: Db, { name, email, passwordHash, role, isActive }: UserFields, at: string): User | null {
  const row = db
    .prepare<unknown[], Row>(
      `INSERT INTO users (id, name, email, emailKey, passwordHash, role, isActive, createdAt, updatedAt)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (emailKey) DO NOTHING RETURNING ${columns}`,
    )
    .get(randomUUID(), name, email, email.toLowerCase(), passwordHash, role, Number(isActive), at, at)
  return row ? fromRow(row) : null
}

/** A new password or a deactivation also ends the user's sessions and links. */
export function updateUser(db: Db, id: string, change: UserChanges, at: string): User | 'missing' | 'taken' | 'last-admin' {
  return inTransaction(db, () => {
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
    // Links mailed to the old address must stop working when the e-mail changes.
    if (isShut || next.email.toLowerCase() !== current.email.toLowerCase())
      for (const links of ['accountLinks', 'emailChanges']) db.prepare(`DELETE FROM ${links} WHERE userId = ?`).run(id)
    return findUser(db, id) ?? 'missing'
  })
}

export function deleteUser(db: Db, id: string): 'deleted' | 'missing' | 'last-admin' {
  return inTransaction(db, () => {
    if (leavesNoAdmin(db, id, { isActive: false })) return 'last-admin'
    return prepared(db, 'DELETE FROM users WHERE id = ?').run(id).changes === 1 ? 'deleted' : 'missing'
  })
}

/** `passwordHash` is the hash that was checked. Returns false if the user was deactivated or got another password in the meantime. */
export function recordLogin(db: Db, { id, passwordHash }: { id: string; passwordHash: string }, at: string): boolean {
  const update = db.prepare('UPDATE users SET lastLoginAt = ?, lastSeenAt = ? WHERE id = ? AND passwordHash = ? AND isActive = 1')
  return update.run(at, at, id, passwordHash).changes === 1
}

const rank: Record<Role, number> = { door: 0, user: 1, admin: 2 }

export function leavesNoAdmin(db: Db, id: string, change: UserChanges): boolean {
  const current = findUser(db, id)
  return current !== null && isActiveAdmin(current) && !isActiveAdmin({ ...current, ...change }) && countActiveAdmins(db) === 1
}

const isActiveAdmin = ({ role, isActive, isInvited }: User) => role === 'admin' && isActive && !isInvited

function countActiveAdmins(db: Db): number {
  return countRows(db, "SELECT count(*) FROM users WHERE role = 'admin' AND isActive = 1 AND passwordHash <> ''")
}

function fromRow(row: Row): User {
  const { isActive, isInvited, hasSecondFactor } = row
  return { ...row, isActive: isActive === 1, isInvited: isInvited === 1, hasSecondFactor: hasSecondFactor === 1 }
}
