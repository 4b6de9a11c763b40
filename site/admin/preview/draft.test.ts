import { expect, test } from 'vitest'
import { draftOf, withoutInvalid } from './draft.ts'

const lists = {
  speakers: [
    { id: 'a', name: 'Ana' },
    { id: 'b', name: 'Luz' },
  ],
}

test('what is typed becomes fields of sections and whole lists, a new item at the end without an id', () => {
  const typed = { hero: { location: 'Antigua' }, 'speakers/b': { name: 'Luz María' }, 'speakers/nuevo': { name: 'Eva' } }
  expect(draftOf(typed, lists)).toEqual({
    sections: { hero: { location: 'Antigua' } },
    collections: { speakers: [{ id: 'a', name: 'Ana' }, { id: 'b', name: 'Luz María' }, { name: 'Eva' }] },
  })
})

test('what cannot be drawn yet is left out: a field as it is stored, a new item not at all', () => {
  const typed = { hero: { ctaText: '', location: 'Antigua' }, 'speakers/b': { name: '' }, 'speakers/nuevo': { name: '' } }
  const draft = draftOf(typed, lists)
  const invalid = ['sections.hero.ctaText', 'collections.speakers.1.name', 'collections.speakers.2.name']
  expect(withoutInvalid(draft, invalid, lists)).toEqual({
    sections: { hero: { location: 'Antigua' } },
    collections: { speakers: lists.speakers },
  })
})
