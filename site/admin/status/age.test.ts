import { expect, test } from 'vitest'
import { ago } from './age.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

test.each([
  [0, 'hace 0 s'],
  [3 * second + 999, 'hace 3 s'],
  [59 * second, 'hace 59 s'],
  [minute, 'hace 1 min'],
  [hour - second, 'hace 59 min'],
  [hour, 'hace 1 h'],
  [24 * hour, 'hace 1 d'],
])('shows an age of %i ms as %s', (age, text) => {
  expect(ago(age)).toBe(text)
})

test('shows a negative age as 0 seconds', () => {
  expect(ago(-5_000)).toBe('hace 0 s')
})
