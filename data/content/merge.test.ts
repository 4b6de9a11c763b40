import { expect, test } from 'vitest'
import { mergeChanges } from './merge.ts'

const base = { title: 'A', location: 'B', text: 'C' }

test('what only I changed is laid over what only others changed, and theirs is named', () => {
  const merge = mergeChanges(base, { ...base, location: 'theirs' }, { title: 'mine' })
  expect(merge).toEqual({ change: { title: 'mine' }, merged: ['location'] })
})

test('a form that sends all its fields changed only those that differ from what it was filled from', () => {
  const merge = mergeChanges(base, { ...base, location: 'theirs' }, { ...base, title: 'mine' })
  expect(merge).toEqual({ change: { title: 'mine' }, merged: ['location'] })
})

test('a field that both changed is a conflict, told with all three values, also when others merge', () => {
  const merge = mergeChanges(base, { ...base, title: 'theirs', location: 'theirs' }, { title: 'mine', text: 'mine' })
  expect(merge).toEqual({ conflicts: { title: { base: 'A', theirs: 'theirs', yours: 'mine' } } })
})

test('the same value on both sides is no conflict, and nothing that I have not seen', () => {
  expect(mergeChanges(base, { ...base, title: 'same' }, { title: 'same' })).toEqual({ change: { title: 'same' }, merged: [] })
})

test('lists of values are compared by what they hold', () => {
  const listed = { links: [{ url: 'a' }], tags: ['x'] }
  const theirs = { links: [{ url: 'a' }], tags: ['x', 'y'] }
  expect(mergeChanges(listed, theirs, { links: [{ url: 'a' }] })).toEqual({ change: {}, merged: ['tags'] })
})
