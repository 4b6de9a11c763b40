import { expect, test } from 'vitest'
import type { DoorPerson } from '../../data/door/schema.ts'
import { createSearch, maxResults } from './search.ts'

const person = (name: string, company = '', id = name): DoorPerson => ({
  ...{ id, name, company, status: 'registered', arrivedAt: null, door: null, ticket: '' },
})
const some = [
  person('José Ángel Pérez', 'Xela Software'),
  person('Josefina Paz'),
  person('María Fernanda Gómez', 'Banco Perla'),
  person('Ñusta Ak’abal'),
]

test.each([
  ['jose', ['José Ángel Pérez', 'Josefina Paz']],
  ['PEREZ jose', ['José Ángel Pérez']],
  ['perla', ['María Fernanda Gómez']],
  ['nusta', ['Ñusta Ak’abal']],
  // A query without the name's apostrophe does not find the name. A query with only a sign finds nothing.
  ['akabal', []],
  ['ak’ab', ['Ñusta Ak’abal']],
  ['-', []],
  // A query may match in the middle of a word.
  ['nand', ['María Fernanda Gómez']],
  // One letter is wrong, swapped, missing or too many.
  ['gomes', ['María Fernanda Gómez']],
  ['fenranda', ['María Fernanda Gómez']],
  ['josfina', ['Josefina Paz']],
  ['gomezz', ['María Fernanda Gómez']],
  ['vomez', ['María Fernanda Gómez']],
  ['ma gomes', ['María Fernanda Gómez']],
  // A query of three letters must not contain a mistake. A longer query must not contain two.
  ['pax', []],
  ['gpmes', []],
  ['  ', []],
])('the attendee search "%s" finds %j', (query, expected) => {
  expect(createSearch(some).find(query)).toEqual(expected)
})

test.each([
  ["María K'atun", 'k’atun'],
  ['Pedro Qʼoqʼ', "q'oq'"],
  ['Luz Ixꞌ', "ix'"],
  ['Ana Ærø', 'aero'],
  ['Otto Strauß', 'STRAUSS'],
  ['Ewa Łaska', 'laska'],
])('the attendee search finds the name %s by the query %s', (name, query) => {
  expect(createSearch([person(name)]).find(query)).toEqual([name])
})

test('the attendee search lists matching names before matching companies', () => {
  const colleagues = Array.from({ length: 2 * maxResults }, (_, index) =>
    person('José Paz', 'Maya Software', `colleague ${index}`),
  )
  const search = createSearch([...colleagues, person('Mayra Gómez'), person('Rosa Maya', 'Maya Software')])
  expect(search.find('maya').slice(0, 2)).toEqual(['Rosa Maya', 'colleague 0'])
  expect(search.find('may').slice(0, 2)).toEqual(['Mayra Gómez', 'Rosa Maya'])
  expect(search.find('jose maya')).toHaveLength(maxResults)
})

test('the attendee search finds a renamed person only by the new name, and no removed person', () => {
  const search = createSearch(some)
  search.prepare(Number.POSITIVE_INFINITY)
  search.put(person('Berta Ruiz', '', 'Josefina Paz'))
  search.remove('Ñusta Ak’abal')
  expect(['josefina', 'josfina', 'berta', 'nusta'].map(search.find)).toEqual([[], [], ['Josefina Paz'], []])
})

test('building the attendee search index in steps does not change the results', () => {
  const many = new Map(
    Array.from({ length: 2_000 }, (_, index) => [String(index), person(`Ana Número${index}`, '', String(index))]),
  )
  const search = createSearch(many.values())
  const changed = person('Rosa Número7', '', '7')
  expect(search.prepare(0)).toBe(false)
  many.delete('7')
  many.set('7', changed)
  search.put(changed)
  while (!search.prepare(0));
  expect(search.prepare(0)).toBe(true)
  const queries = ['ana numero1999', 'rosa', 'ana numero7', 'ana', 'nume', 'ero19', 'numreo1999']
  expect(queries.map(search.find)).toEqual(queries.map(createSearch(many.values()).find))
})

test('the attendee search shows at most forty people', () => {
  const many = Array.from({ length: 3 * maxResults }, (_, index) => person('Ana López', '', String(index)))
  expect(['ana', 'lopes', 'ópe'].map((query) => createSearch(many).find(query).length)).toEqual([
    maxResults,
    maxResults,
    maxResults,
  ])
})
