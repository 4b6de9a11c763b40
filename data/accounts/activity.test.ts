import { expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { memoryDb } from '../testing.ts'
import { countActivity, forgetOldActivity, keptOfEachCount, listActivity, recordActivity } from './activity.ts'
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
const actions = (db: Db) => listActivity(db, {}).map(({ action }) => action)

test('the activity log lists each action with the user, role, time and subject', () => {
  const { db, ana } = withAna()
  recordActivity(db, ana, { action: 'content-saved', subject: 'hero', revision: 7 }, day(1))
  recordActivity(db, ana, { action: 'user-changed', subjectId: ana.id }, day(2))
  const by = { userId: ana.id, role: 'admin', userName: 'Ana' }
  expect(listActivity(db, {})).toEqual([
    {
      id: 2,
      at: day(2),
      action: 'user-changed',
      ...by,
      subject: null,
      subjectId: ana.id,
      isThere: false,
      subjectName: 'Ana',
      revision: null,
      source: null,
    },
    {
      id: 1,
      at: day(1),
      action: 'content-saved',
      ...by,
      subject: 'hero',
      subjectId: null,
      isThere: false,
      subjectName: null,
      revision: 7,
      source: null,
    },
  ])
})

test('activity entries keep the id and role of a deleted user, but not the name', () => {
  const { db, ana } = withAna()
  recordActivity(db, ana, { action: 'signed-in' }, day(1))
  deleteUser(db, ana.id)
  expect(listActivity(db, {})).toMatchObject([{ userId: ana.id, role: 'admin', userName: null }])
})

test('lists the activity page by page, newest entries first', () => {
  const { db, ana } = withAna()
  for (const action of ['signed-in', 'uploaded', 'signed-out'] as const) recordActivity(db, ana, { action }, day(1))
  expect(listActivity(db, { limit: 1, offset: 1 }).map(({ action }) => action)).toEqual(['uploaded'])
  expect(countActivity(db)).toBe(3)
})

test('forgetOldActivity deletes activity entries older than 180 days', () => {
  const { db, ana } = withAna()
  recordActivity(db, ana, { action: 'signed-in' }, day(1))
  recordActivity(db, ana, { action: 'uploaded' }, day(181))
  expect(actions(db)).toEqual(['uploaded', 'signed-in'])
  recordActivity(db, ana, { action: 'signed-out' }, day(400))
  expect(actions(db)).toEqual(['signed-out', 'uploaded', 'signed-in'])
  forgetOldActivity(db, day(182))
  expect(actions(db)).toEqual(['signed-out', 'uploaded'])
})

test('failed sign-ins above a limit delete only older failed sign-ins from the activity log', () => {
  const { db, ana } = withAna()
  recordActivity(db, ana, { action: 'user-deleted', subjectId: '1' }, day(1))
  const flood = db.prepare("INSERT INTO audit (at, action) VALUES (?, 'sign-in-failed')")
  db.transaction(() => {
    for (let count = 0; count < keptOfEachCount; count++) flood.run(day(1))
  })()
  recordActivity(db, null, { action: 'sign-in-failed' }, day(2))
  expect(countActivity(db)).toBe(keptOfEachCount + 1)
  expect(listActivity(db, { limit: 1, offset: keptOfEachCount })).toMatchObject([{ action: 'user-deleted' }])
})
