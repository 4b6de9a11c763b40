import { expect, test } from 'vitest'
import { stored } from '../../data/testing.ts'
import { addUser, call, createTestApp } from '../testing.ts'
import { createFirstAdmin } from './first-admin.ts'

test('creates the configured first administrator, who can sign in', async () => {
  const app = await createTestApp()
  const given = { email: 'ana@conferencia.gt', password: 'secreto' }
  expect(await createFirstAdmin(app.db, given)).toEqual(given)
  expect((await call(app, 'POST /api/auth/login', { json: given })).status).toBe(200)
  expect(stored(app.db).users).toMatchObject([{ email: given.email, role: 'admin', isActive: 1 }])
})

test('gives the first administrator a new random password if none is configured', async () => {
  const [one, another] = [await createTestApp(), await createTestApp()]
  const first = await createFirstAdmin(one.db, null)
  const second = await createFirstAdmin(another.db, null)
  expect(first?.password).toMatch(/^[\w-]{16}$/)
  expect(second?.password).not.toBe(first?.password)
  expect((await call(one, 'POST /api/auth/login', { json: first })).status).toBe(200)
})

test('creates no administrator at a restart if there are already users', async () => {
  const app = await createTestApp()
  await addUser(app.db, { email: 'ana@conferencia.gt' })
  const before = stored(app.db)
  expect(await createFirstAdmin(app.db, { email: 'otra@conferencia.gt', password: 'secreto' })).toBeNull()
  expect(stored(app.db)).toEqual(before)
})
