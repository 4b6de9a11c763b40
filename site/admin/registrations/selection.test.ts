import { expect, test } from 'vitest'
import { changedBy, namesOrCount } from './selection.ts'

const person = (name: string, isConfirmed = false, status: 'registered' | 'waitlisted' | 'cancelled' = 'registered') => ({
  id: name,
  name,
  isConfirmed,
  status,
})

test('confirming selected people leaves out people without a seat or already confirmed', () => {
  const chosen = [person('Ana'), person('Berta', true), person('Carla', false, 'waitlisted'), person('Delia', false, 'cancelled')]
  const names = (isConfirmed: boolean) => changedBy(chosen, isConfirmed).map(({ name }) => name)
  expect([names(true), names(false)]).toEqual([['Ana'], ['Berta']])
})

test('the question about selected people has up to three names, or else their number', () => {
  const people = (count: number) => Array.from({ length: count }, (_, index) => person(`P${index}`))
  expect(namesOrCount(people(1))).toBe('P0')
  expect(namesOrCount(people(3))).toBe('P0, P1 y P2')
  expect(namesOrCount(people(4871))).toBe('4,871 personas')
})
