import { expect, test } from 'vitest'
import { nowAndNext } from './now.ts'

const session = (id: string, start: string, end: string) => ({
  id,
  start: Date.parse(`2027-03-04T${start}:00-06:00`),
  end: Date.parse(`2027-03-04T${end}:00-06:00`),
})
const sessions = [
  session('a', '09:00', '10:00'),
  session('b', '09:30', '11:00'),
  session('c', '10:00', '10:30'),
  session('d', '10:00', '12:00'),
]

test.each([
  ['2027-03-03T12:00:00-06:00', '', ''],
  ['2027-03-04T08:00:00-06:00', '', 'a'],
  ['2027-03-04T09:00:00-06:00', 'a', 'b'],
  ['2027-03-04T09:59:59-06:00', 'a b', 'c d'],
  // The same instant, told by a phone in Madrid.
  ['2027-03-04T17:00:00+01:00', 'b c d', ''],
  ['2027-03-04T12:00:00-06:00', '', ''],
])('at %s %j runs and %j is next', (at, running, next) => {
  const ids = (found: { id: string }[]) => found.map(({ id }) => id).join(' ')
  const found = nowAndNext(sessions, Date.parse(at))
  expect([ids(found.running), ids(found.next)]).toEqual([running, next])
})
