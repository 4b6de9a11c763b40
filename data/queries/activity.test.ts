import { expect, test } from 'vitest'
import type { Db } from '../db.ts'
import { memoryDb } from '../testing.ts'
import { countDeeds, forgetOldDeeds, keptOfEach, listDeeds, recordDeed } from './activity.ts'
import { createUser, deleteUser } from './users.ts'

function withAna() {
  const db = memoryDb()
  const fields = { name: 'Ana', email: 'ana@ejemplo.gt', role: 'admin', isActive: true, passwordHash: 'x' } as const
  createUser(db, { ...fields, email: 'otra@ejemplo.gt' }, '2025-01-01T00:00:00.000Z')
  const ana = createUser(db, fields, '2025-01-01T00:00:00.000Z')
  if (!ana) throw new Error('ana was not created')
  return { db, ana }
}

const day = (number: number) => new Date(Date.UTC(2025, 0, number)).toISOString()
const actions = (db: Db) => listDeeds(db, {}).map(({ action }) => action)

test('a deed is listed with who did it, as what, when and to what', () => {
  const { db, ana } = withAna()
  recordDeed(db, ana, { action: 'content-saved', subject: 'hero', revision: 7 }, day(1))
  recordDeed(db, ana, { action: 'user-changed', subjectId: ana.id }, day(2))
  const by = { userId: ana.id, role: 'admin', userName: 'Ana' }
  expect(listDeeds(db, {})).toEqual([
    { id: 2, at: day(2), action: 'user-changed', ...by, subject: null, subjectId: ana.id, subjectName: 'Ana', revision: null },
    { id: 1, at: day(1), action: 'content-saved', ...by, subject: 'hero', subjectId: null, subjectName: null, revision: 7 },
  ])
})

test('a deleted user stays in the activity by id and role alone', () => {
  const { db, ana } = withAna()
  recordDeed(db, ana, { action: 'signed-in' }, day(1))
  deleteUser(db, ana.id)
  expect(listDeeds(db, {})).toMatchObject([{ userId: ana.id, role: 'admin', userName: null }])
})

test('the list is read in parts, newest first', () => {
  const { db, ana } = withAna()
  for (const action of ['signed-in', 'uploaded', 'signed-out'] as const) recordDeed(db, ana, { action }, day(1))
  expect(listDeeds(db, { limit: 1, offset: 1 }).map(({ action }) => action)).toEqual(['uploaded'])
  expect(countDeeds(db)).toBe(3)
})

test('what is older than 180 days is forgotten, at the next deed or when asked', () => {
  const { db, ana } = withAna()
  recordDeed(db, ana, { action: 'signed-in' }, day(1))
  recordDeed(db, ana, { action: 'uploaded' }, day(181))
  expect(actions(db)).toEqual(['uploaded', 'signed-in'])
  recordDeed(db, ana, { action: 'signed-out' }, day(182))
  expect(actions(db)).toEqual(['signed-out', 'uploaded'])
  forgetOldDeeds(db, day(400))
  expect(actions(db)).toEqual([])
})

test('a flood of failed sign-ins drives out older ones of its kind and nothing else', () => {
  const { db, ana } = withAna()
  recordDeed(db, ana, { action: 'user-deleted', subjectId: '1' }, day(1))
  const flood = db.prepare("INSERT INTO audit (at, action) VALUES (?, 'sign-in-failed')")
  db.transaction(() => {
    for (let count = 0; count < keptOfEach; count++) flood.run(day(1))
  })()
  recordDeed(db, null, { action: 'sign-in-failed' }, day(2))
  expect(countDeeds(db)).toBe(keptOfEach + 1)
  expect(listDeeds(db, { limit: 1, offset: keptOfEach })).toMatchObject([{ action: 'user-deleted' }])
})
