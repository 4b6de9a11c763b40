import { expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { memoryDb } from '../testing.ts'
import type { User } from './schema.ts'
import {
  countUsers,
  createUser,
  deleteUser,
  findCredentials,
  findUser,
  listUsers,
  recordLogin,
  type UserFields,
  updateUser,
} from './users.ts'

const at = '2025-06-01T12:00:00.000Z'
const later = '2025-06-02T12:00:00.000Z'

function add(db: Db, fields: Partial<UserFields> = {}): User {
  const ana: UserFields = { name: 'Ana', email: 'Ana@conferencia.gt', passwordHash: 'hash', role: 'admin', isActive: true }
  const user = createUser(db, { ...ana, ...fields }, at)
  if (!user) throw new Error('taken')
  return user
}

const addSession = (db: Db, { id }: User) =>
  db.prepare('INSERT INTO sessions (id, user_id, expires_at, created_at) VALUES (?, ?, 0, 0)').run(`session of ${id}`, id)
const sessions = (db: Db) => db.prepare('SELECT user_id FROM sessions').pluck().all()

test('returns a user without the password hash', () => {
  const db = memoryDb()
  const { id, ...rest } = add(db)
  const shown = {
    name: 'Ana',
    email: 'Ana@conferencia.gt',
    role: 'admin',
    isActive: true,
    isInvited: false,
    hasSecondFactor: false,
    lastLoginAt: null,
    lastSeenAt: null,
    picture: '',
  }
  expect(rest).toEqual({ ...shown, createdAt: at, updatedAt: at })
  expect(listUsers(db)).toEqual([{ id, ...rest }])
  expect(findUser(db, id)).toEqual({ id, ...rest })
  expect(findCredentials(db, 'ANA@conferencia.gt')).toEqual({ id, ...rest, passwordHash: 'hash' })
})

test('returns null for an unknown user', () => {
  const db = memoryDb()
  expect([findUser(db, 'unknown'), findCredentials(db, 'x@conferencia.gt'), countUsers(db)]).toEqual([null, null, 0])
})

test('rejects an e-mail that another user has, in upper or lower case', () => {
  const db = memoryDb()
  const ana = add(db)
  const taken = { name: 'Otra', email: 'ana@CONFERENCIA.gt', passwordHash: 'x', role: 'user', isActive: true } as const
  expect(createUser(db, taken, at)).toBeNull()
  const luis = add(db, { email: 'luis@conferencia.gt' })
  expect(updateUser(db, luis.id, { email: 'ANA@conferencia.gt' }, later)).toBe('taken')
  expect(listUsers(db).toSorted((a, b) => a.email.localeCompare(b.email))).toEqual([ana, luis])
})

test('changing a user keeps the fields that were not sent', () => {
  const db = memoryDb()
  const ana = add(db)
  expect(updateUser(db, ana.id, { email: 'ana@conferencia.gt' }, later)).toEqual({
    ...ana,
    email: 'ana@conferencia.gt',
    updatedAt: later,
  })
  expect(findCredentials(db, 'ana@conferencia.gt')?.passwordHash).toBe('hash')
})

test.each([
  ['a new password ends', { passwordHash: 'new' }, 0],
  ['deactivation ends', { isActive: false }, 0],
  ['a new name keeps', { name: 'Luisa' }, 1],
  ['another role keeps', { role: 'user' as const }, 1],
])('%s the sessions of the changed user, and keeps the sessions of other users', (_, change, left) => {
  const db = memoryDb()
  const [ana, luis] = [add(db), add(db, { email: 'luis@conferencia.gt' })]
  addSession(db, ana)
  addSession(db, luis)
  updateUser(db, luis.id, change, later)
  expect(sessions(db).filter((id) => id === luis.id)).toHaveLength(left)
  expect(sessions(db).filter((id) => id === ana.id)).toHaveLength(1)
})

test.each([
  ['demoted', { role: 'user' as const }],
  ['deactivated', { isActive: false }],
])('the last active administrator cannot be %s', (_, change) => {
  const db = memoryDb()
  const ana = add(db)
  add(db, { email: 'user@conferencia.gt', role: 'user' })
  add(db, { email: 'inactive@conferencia.gt', isActive: false })
  expect(updateUser(db, ana.id, change, later)).toBe('last-admin')
  expect(findUser(db, ana.id)).toEqual(ana)
})

test('the last active administrator can still change name and password', () => {
  const db = memoryDb()
  const ana = add(db)
  expect(updateUser(db, ana.id, { name: 'Ana María', passwordHash: 'new' }, later)).toEqual({
    ...ana,
    name: 'Ana María',
    updatedAt: later,
  })
})

test('rejects deleting the last active administrator', () => {
  const db = memoryDb()
  const ana = add(db)
  expect(deleteUser(db, ana.id)).toBe('last-admin')
  const luis = add(db, { email: 'luis@conferencia.gt' })
  expect(deleteUser(db, ana.id)).toBe('deleted')
  expect(listUsers(db)).toEqual([luis])
})

test('deleting a user deletes its sessions', () => {
  const db = memoryDb()
  add(db)
  const luis = add(db, { email: 'luis@conferencia.gt', role: 'user' })
  addSession(db, luis)
  expect(deleteUser(db, luis.id)).toBe('deleted')
  expect(sessions(db)).toEqual([])
})

test('cannot change or delete a user who does not exist', () => {
  const db = memoryDb()
  expect([updateUser(db, 'unknown', { name: 'x' }, later), deleteUser(db, 'unknown')]).toEqual(['missing', 'missing'])
})

test('records no sign-in if the password or account changed while the password was checked', () => {
  const db = memoryDb()
  const ana = add(db)
  const checked = findCredentials(db, ana.email) ?? { id: '', passwordHash: '' }
  expect(recordLogin(db, { ...checked, passwordHash: 'another' }, later)).toBe(false)
  expect(findUser(db, ana.id)).toEqual(ana)
  expect(recordLogin(db, checked, later)).toBe(true)
  expect(findUser(db, ana.id)).toEqual({ ...ana, lastLoginAt: later, lastSeenAt: later })
  db.prepare('UPDATE users SET isActive = 0').run()
  expect(recordLogin(db, checked, later)).toBe(false)
})
