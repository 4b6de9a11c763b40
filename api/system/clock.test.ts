import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { lookAtClock } from './clock.ts'

const hour = 60 * 60 * 1000
const year = 365 * 24 * hour
const start = Date.UTC(2026, 0, 1)

function clock() {
  const dataDir = temporaryDir()
  const file = join(dataDir, 'conference.db')
  writeFileSync(file, '')
  utimesSync(file, start / 1000, start / 1000)
  return (after: number) => lookAtClock(dataDir, start + after).isSteady
}

test("trusts the server's clock at once if it agrees with the latest write in the database", () => {
  expect(clock()(hour)).toBe(true)
})

test.each([
  ['ahead', 10 * year],
  ['back', -10 * year],
])("trusts the server's clock again a day after it jumped ten years %s", (_, jump) => {
  const look = clock()
  look(hour)
  expect([look(jump), look(jump + 12 * hour), look(jump + 25 * hour)]).toEqual([false, false, true])
  expect([look(30 * hour), look(53 * hour), look(55 * hour)]).toEqual([false, false, true])
})

test("does not trust the server's clock right after days without a check", () => {
  const look = clock()
  look(hour)
  expect([look(72 * hour), look(97 * hour)]).toEqual([false, true])
})
