import { expect, test } from 'vitest'
import { createSearch } from './text-search.ts'

test.each([
  ['angel perez', 'José Ángel Pérez'],
  ['ÁNGEL', 'José Ángel Pérez'],
  ['munoz', 'Héctor Muñoz'],
  ['  ', null],
  ['anhel', 'José Ángel Pérez'],
  ['hetcor muñs', 'Héctor Muñoz'],
  ['anhl', ''],
  ['joze', 'José Ángel Pérez'],
  ['pérez muñoz', ''],
])('searching José Ángel Pérez and Héctor Muñoz for %j finds %j', (query, expected) => {
  const names = createSearch<string>()
  for (const name of ['José Ángel Pérez', 'Héctor Muñoz']) names.add(name, name, name)
  const found = names.find(query)
  expect(found && [...found].join()).toBe(expected)
})

test('the search lists matching titles first, and tolerates typing errors only without a match', () => {
  const talks = [
    { title: 'Bases de datos', text: 'Bases de datos con Postgres' },
    { title: 'Postgres de cerca', text: 'Postgres de cerca y sin datos' },
    { title: 'Postales', text: 'Postales' },
  ]
  const search = createSearch<string>()
  for (const { title, text } of talks) search.add(title, title, text)
  const titles = (query: string) => [...(search.find(query) ?? [])]
  expect(titles('postgres')).toEqual(['Postgres de cerca', 'Bases de datos'])
  expect(titles('potsgres')).toEqual(['Postgres de cerca', 'Bases de datos'])
  expect(titles('postal')).toEqual(['Postales'])
})
