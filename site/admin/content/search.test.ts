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
])('the search %j matches a speaker by all its words, without accents: %s', (search, isFound) => {
  expect(matches(speaker, search, 'Su charla')).toBe(isFound)
})
