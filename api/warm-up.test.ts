import { expect, test } from 'vitest'
import { stored } from '../data/testing.ts'
import { createTestApp } from './testing.ts'
import { warmUp } from './warm-up.ts'

test('a start takes registrations to try itself, and nothing of them is stored or counted', async () => {
  const app = await createTestApp({ config: { registrationLimit: 1 } })
  const before = stored(app.db)
  expect(await warmUp(app.deps)).toBe(128)
  expect(stored(app.db)).toEqual(before)
})
