import { expect, test } from 'vitest'
import { call, createTestApp, signIn } from '../testing.ts'

test('whoever is signed in sees how the backups stand; before the first one there is none', async () => {
  const app = await createTestApp()
  const answer = await call(app, 'GET /api/backups', { cookie: await signIn(app, 'user') })
  expect([answer.status, await answer.json()]).toEqual([200, { last: null, error: null }])
})
