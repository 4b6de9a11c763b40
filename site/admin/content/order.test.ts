import { expect, test } from 'vitest'
import { moveItem, nextOrder, orderChanges } from './order.ts'

const list = (...orders: number[]) => orders.map((displayOrder, index) => ({ id: 'abcdef'.charAt(index), displayOrder }))
const ids = (items: { id: string }[]) => items.map(({ id }) => id).join('')

test.each([
  ['a', 'b', 'bac'],
  ['a', 'c', 'bca'],
  ['c', 'a', 'cab'],
  ['b', 'b', 'abc'],
  ['b', 'gone', 'abc'],
  ['gone', 'a', 'abc'],
])('dragging item %s of the list abc onto item %s gives the order %s', (id, target, expected) => {
  expect(ids(moveItem(list(0, 1, 2), id, target))).toBe(expected)
})

function afterwards(items: { id: string; displayOrder: number }[], changes: Map<string, number>) {
  return ids(
    items
      .map(({ id, displayOrder }) => ({ id, displayOrder: changes.get(id) ?? displayOrder }))
      .toSorted((a, b) => a.displayOrder - b.displayOrder),
  )
}

test.each([
  ['neighbours in an ordered list', list(0, 1, 2, 3), 'b', 'c', 2],
  ['neighbours in a list with gaps', list(-5, 10, 20, 90), 'a', 'b', 2],
  ['a list that nobody has ordered', list(0, 0, 0, 0), 'a', 'd', 3],
  ['a list in which items share numbers', list(1, 1, 2, 2), 'c', 'd', 3],
  ['a list at the upper limit', list(0, 999_999, 1_000_000, 1_000_000), 'd', 'a', 4],
  ['an item dropped on itself', list(3, 7, 9), 'b', 'b', 0],
])('reordering a list saves as few items as possible: %s', (_, items, id, target, count) => {
  const moved = moveItem(items, id, target)
  const changes = orderChanges(moved)
  expect(afterwards(items, changes)).toBe(ids(moved))
  expect(changes.size).toBe(count)
  expect([...changes.values()].every((number) => number <= 1_000_000)).toBe(true)
})

test('a new item gets displayOrder 0 if all items have 0, else the next number', () => {
  expect([[], [0, 0], [-3, 4, 2], [1_000_000]].map(nextOrder)).toEqual([0, 0, 5, 1_000_000])
})
