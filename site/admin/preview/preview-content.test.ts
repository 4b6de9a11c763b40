import { expect, test } from 'vitest'
import { contentOf, typedTexts, withoutInvalid } from './preview-content.ts'

const lists = {
  speakers: [
    { id: 'a', name: 'Ana' },
    { id: 'b', name: 'Luz' },
  ],
}

test('the preview gets the typed texts and a new speaker at the end of the list', () => {
  const typed = { hero: { location: 'Antigua' }, 'speakers/b': { name: 'Luz María' }, 'speakers/nuevo': { name: 'Eva' } }
  expect(contentOf(typed, lists)).toEqual({
    sections: { hero: { location: 'Antigua' } },
    collections: { speakers: [{ id: 'a', name: 'Ana' }, { id: 'b', name: 'Luz María' }, { name: 'Eva' }] },
  })
})

test('while a typed text is invalid, the preview gets the saved value of its field', () => {
  const typed = { hero: { ctaText: '', location: 'Antigua' }, 'speakers/b': { name: '' }, 'speakers/nuevo': { name: '' } }
  const content = contentOf(typed, lists)
  const invalid = ['sections.hero.ctaText', 'collections.speakers.1.name', 'collections.speakers.2.name']
  expect(withoutInvalid(content, invalid, lists)).toEqual({
    sections: { hero: { location: 'Antigua' } },
    collections: { speakers: lists.speakers },
  })
})

test('typed text replaces the earlier text in the preview, except a text of up to three letters', () => {
  const saved = { location: 'Antigua', subtitle: 'Un día', ctaText: 'Ir', days: 2, title: 'La conferencia' }
  const before = { hero: { subtitle: 'Dos días' } }
  const after = { hero: { location: 'Antigua G', subtitle: 'Dos días más', ctaText: 'Irme', days: 3, title: '' } }
  expect(typedTexts(before, after, () => saved)).toEqual(
    new Map([
      ['Antigua', 'Antigua G'],
      ['Dos días', 'Dos días más'],
    ]),
  )
  expect(typedTexts(after, after, () => saved).size).toBe(0)
  expect(typedTexts({}, { 'speakers/nuevo': { name: 'Ana López' } }, () => undefined).size).toBe(0)
})
