import { expect, test } from 'vitest'
import { mergeChanges } from './merge.ts'

const base = { title: 'A', location: 'B', text: 'C' }

test('merges changes to different fields, and names the fields that another user changed', () => {
  const merge = mergeChanges(base, { ...base, location: 'theirs' }, { title: 'mine' })
  expect(merge).toEqual({ change: { title: 'mine' }, merged: ['location'] })
})

test('if a form sends all fields, only the fields that its user edited are changed', () => {
  const merge = mergeChanges(base, { ...base, location: 'theirs' }, { ...base, title: 'mine' })
  expect(merge).toEqual({ change: { title: 'mine' }, merged: ['location'] })
})

test('reports a field that two users changed, with the old value and both new values', () => {
  const merge = mergeChanges(base, { ...base, title: 'theirs', location: 'theirs' }, { title: 'mine', text: 'mine' })
  expect(merge).toEqual({ conflicts: { title: { base: 'A', theirs: 'theirs', yours: 'mine' } } })
})

test('two users who make the same change to a field cause no conflict', () => {
  expect(mergeChanges(base, { ...base, title: 'same' }, { title: 'same' })).toEqual({ change: { title: 'same' }, merged: [] })
})

test('compares lists by their content when merging changes', () => {
  const listed = { links: [{ url: 'a' }], tags: ['x'] }
  const theirs = { links: [{ url: 'a' }], tags: ['x', 'y'] }
  expect(mergeChanges(listed, theirs, { links: [{ url: 'a' }] })).toEqual({ change: {}, merged: ['tags'] })
})
