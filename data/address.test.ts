import { expect, test } from 'vitest'
import { addressOf, usesLetterPaper } from './address.ts'

test.each([
  ['Centro de Eventos Patio Jacaranda, zona 4, Ciudad de Guatemala', 'Ciudad de Guatemala', 'GT'],
  ['Ciudad de Guatemala', 'Ciudad de Guatemala', 'GT'],
  ['Hotel Sol, Antigua Guatemala', 'Antigua Guatemala', undefined],
  ['Hotel Sol, Antigua Guatemala, Guatemala', 'Antigua Guatemala', 'GT'],
  ['Teatro Municipal, Quetzaltenango, zona 1', 'Quetzaltenango', undefined],
  ['Palacio de Minería, Ciudad de México, México', 'Ciudad de México', 'MX'],
  ['CIFCO, San Salvador, El Salvador', 'San Salvador', 'SV'],
  ['Centro de Convenciones', undefined, undefined],
  ['CIFCO, El Salvador', undefined, 'SV'],
  ['', undefined, undefined],
])('the address %j is read as the town %j and the country %s', (location, addressLocality, addressCountry) => {
  const town = addressLocality && { addressLocality }
  expect(addressOf(location)).toEqual({ ...town, ...(addressCountry && { addressCountry }) })
})

test.each([
  ['', 'Ciudad de Guatemala', true],
  ['', 'Centro de Convenciones', true],
  ['SV', 'CIFCO', true],
  ['', 'CIFCO, San Salvador, El Salvador', true],
  ['MX', '', true],
  ['ES', 'Ciudad de Guatemala', false],
  ['', 'Palacio de Congresos, Madrid, España', false],
])('in the country %j, at the place %j, sheets are printed in letter size: %j', (country, location, isLetter) => {
  expect(usesLetterPaper({ hero: { location }, event: { address: '', city: '', country } })).toBe(isLetter)
})
