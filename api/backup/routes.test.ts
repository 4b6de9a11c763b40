import { expect, test } from 'vitest'
import { call, createTestApp, signIn } from '../testing.ts'

test('every user may read the state of the backups, even before the first backup', async () => {
  const app = await createTestApp()
  const answer = await call(app, 'GET /api/backups', { cookie: await signIn(app, 'user') })
  expect([answer.status, await answer.json()]).toEqual([200, { last: null, error: null }])
})
