import { expect, test } from 'vitest'
import { changedBy, named } from './selection.ts'

const person = (name: string, isConfirmed = false, status: 'registered' | 'waitlisted' | 'cancelled' = 'registered') => ({
  id: name,
  name,
  isConfirmed,
  status,
})

test('who has no place, or is so already, is not among those whom a choice changes', () => {
  const chosen = [person('Ana'), person('Berta', true), person('Carla', false, 'waitlisted'), person('Delia', false, 'cancelled')]
  const names = (isConfirmed: boolean) => changedBy(chosen, isConfirmed).map(({ name }) => name)
  expect([names(true), names(false)]).toEqual([['Ana'], ['Berta']])
})

test('a question names people while they are few, and says how many when they are not', () => {
  const people = (count: number) => Array.from({ length: count }, (_, index) => person(`P${index}`))
  expect(named(people(1))).toBe('P0')
  expect(named(people(3))).toBe('P0, P1 y P2')
  expect(named(people(4871))).toBe('4,871 personas')
})
