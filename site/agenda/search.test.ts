import { expect, test } from 'vitest'
import { searchIn } from './search.ts'

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
  const found = searchIn(
    ['José Ángel Pérez', 'Héctor Muñoz'],
    (name) => name,
    (name) => name,
  )(query)
  expect(found && [...found].join()).toBe(expected)
})

test('the search lists matches in titles first, and finds typing errors only as a last resort', () => {
  const talks = [
    { title: 'Bases de datos', text: 'Bases de datos con Postgres' },
    { title: 'Postgres de cerca', text: 'Postgres de cerca y sin datos' },
    { title: 'Postales', text: 'Postales' },
  ]
  const search = searchIn(
    talks,
    ({ title }) => title,
    ({ text }) => text,
  )
  const titles = (query: string) => [...(search(query) ?? [])].map(({ title }) => title)
  expect(titles('postgres')).toEqual(['Postgres de cerca', 'Bases de datos'])
  expect(titles('potsgres')).toEqual(['Postgres de cerca', 'Bases de datos'])
  expect(titles('postal')).toEqual(['Postales'])
})
