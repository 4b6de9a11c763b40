import { expect, test } from 'vitest'
import { matches } from './search.ts'

const speaker = { name: 'Íngrid Nuñez', title: 'CTO', company: 'Volcán Labs', image: '/public-objects/cto.webp', displayOrder: 3 }

test.each([
  ['', true],
  ['ingrid', true],
  ['NUNEZ volcan', true],
  ['cto charla', true],
  ['ingrid batz', false],
  ['public-objects', false],
])('%j finds a speaker: %s, by every word, without accents, in visible texts', (search, isFound) => {
  expect(matches(speaker, search, 'Su charla')).toBe(isFound)
})
