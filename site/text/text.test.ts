import { expect, test } from 'vitest'
import { initials, lines, mark, mediaUrl } from './text.ts'

test.each([
  ['Mesas\nredondas', ['Mesas', 'redondas']],
  ['Mesas\r\nredondas', ['Mesas', 'redondas']],
  ['Mesas\\nredondas', ['Mesas', 'redondas']],
  ['Mesas<br/>redondas', ['Mesas', 'redondas']],
  ['Mesas redondas', ['Mesas redondas']],
])('splits %j into lines at any kind of line break', (text, expected) => {
  expect(lines(text)).toEqual(expected)
})

test.each([
  ['José Ángel Pérez', 'JP'],
  ['Óscar', 'Ó'],
  ['ana de la cruz', 'AC'],
  ['“Ixchel” Batz', 'B'],
  ['', ''],
])('the name %j has the initials %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

test.each([
  ['JS', 'JS'],
  ['Encuentro Centroamericano de Interoperabilidad y Gobierno Digital 2027', 'ED'],
  ['2027', ''],
])('the partner %s without a logo shows the letters %j', (name, expected) => {
  expect(mark(name)).toBe(expected)
})

test.each([
  ['https://ejemplo.gt/a.png', 'https://ejemplo.gt/a.png'],
  ['/public-objects/a.webp', '/public-objects/a.webp'],
  ['logos/a.png', '/logos/a.png'],
])('the picture path %s becomes the URL %s', (value, expected) => {
  expect(mediaUrl(value)).toBe(expected)
})
