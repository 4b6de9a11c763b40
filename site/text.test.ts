import { expect, test } from 'vitest'
import { blocks, initials, lines, mark, mediaUrl, paragraphs } from './text.ts'

test.each([
  ['Mesas\nredondas', ['Mesas', 'redondas']],
  ['Mesas\r\nredondas', ['Mesas', 'redondas']],
  ['Mesas\\nredondas', ['Mesas', 'redondas']],
  ['Mesas<br/>redondas', ['Mesas', 'redondas']],
  ['Mesas redondas', ['Mesas redondas']],
])('%j is shown in the lines that its editor meant', (text, expected) => {
  expect(lines(text)).toEqual(expected)
})

test('an empty line separates paragraphs, and leaves none empty', () => {
  expect(paragraphs('Uno\ndos\n\n  \ntres\n\n')).toEqual(['Uno\ndos', 'tres'])
  expect(paragraphs('')).toEqual([])
})

test('a text keeps the line breaks and lists that its editor typed', () => {
  expect(blocks('Uno<br />dos\r\ntres<br/><br>Verás:\n- a\n* b\n• c\nFin')).toEqual([
    { text: 'Uno\ndos\ntres' },
    { text: 'Verás:' },
    { points: ['a', 'b', 'c'] },
    { text: 'Fin' },
  ])
  // A single line with a dash, numbers, and a negative number are text.
  expect(blocks('- solo\n\n1. uno\n2. dos\n-5 grados')).toEqual([{ text: '- solo' }, { text: '1. uno\n2. dos\n-5 grados' }])
})

test.each([
  ['José Ángel Pérez', 'JP'],
  ['Óscar', 'Ó'],
  ['ana de la cruz', 'AC'],
  ['“Ixchel” Batz', 'B'],
  ['', ''],
])('%j has the initials %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

test.each([
  ['JS', 'JS'],
  ['Encuentro Centroamericano de Interoperabilidad y Gobierno Digital 2027', 'ED'],
  ['2027', ''],
])('without a logo %s is marked as %j', (name, expected) => {
  expect(mark(name)).toBe(expected)
})

test.each([
  ['https://ejemplo.gt/a.png', 'https://ejemplo.gt/a.png'],
  ['/public-objects/a.webp', '/public-objects/a.webp'],
  ['logos/a.png', '/logos/a.png'],
])('the picture %s is at %s', (value, expected) => {
  expect(mediaUrl(value)).toBe(expected)
})
